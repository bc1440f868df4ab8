# task.sh SEED INPUT [SHARE]: one try at a task of the soak. One of SHARE tries (8) hangs, the others end within 0.1 s and say who they are.
[ $(($1 % ${3:-8})) = 0 ] && exec sleep 60
sleep 0.0$(($1 % 90 + 10))
echo "$2 $1"
