# zsh -f press-tab.zsh FOLDER LINE…: types each line and TAB into a zsh with FOLDER in its fpath, and prints the words.
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1=; fpath=($1 \$fpath); autoload -U compinit; compinit -u -D; mulligan() { print -r -- \"<got \$*>\" }; print ready"
zpty -r -m shell seen '*ready*'
for typed in "${@:2}"; do
  zpty -w -n shell "$typed"$'\t\n'
  zpty -r -m shell seen '*<got*>*'
  print -r -- "${${seen##*<got }%%>*}"
done
zpty -d shell
