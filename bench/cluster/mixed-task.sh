# mixed-task.sh SEED NUMBER: sleeps as long as a try at a task of mixed difficulty takes. The number of the task decides how
# hard it is (20, 40, 80 or 160 ms as its unit), the seed how many units this try takes: sixteen values with a heavy tail.
unit=$((20 << ($2 % 4)))
set -- $(($1 % 16)) $unit 1 1 1 1 2 2 2 3 3 4 6 9 15 30 80 400
shift $(($1 + 2))
exec sleep "$((unit * $1 / 1000)).$(printf %03d $((unit * $1 % 1000)))"
