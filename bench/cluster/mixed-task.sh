# mixed-task.sh SEED NUMBER: sleeps as long as a try at a task of mixed difficulty takes. The number of the task decides how
# hard it is (10, 20, 40 or 80 ms as its unit), the seed how many units this try takes: sixteen values with a heavy tail.
unit=$((10 << ($2 % 4)))
set -- $(($1 % 16)) $unit 1 1 1 1 2 2 2 3 3 4 6 9 15 25 40 60
shift $(($1 + 2))
exec sleep "$((unit * $1 / 1000)).$(printf %03d $((unit * $1 % 1000)))"
