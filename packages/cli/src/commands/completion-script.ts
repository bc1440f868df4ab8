/** The words that a script completes. */
export interface CompletionWords {
  readonly commands: readonly {
    readonly name: string;
    readonly summary: string;
    /** The possible arguments, if they are not files. */
    readonly arguments?: readonly string[];
    readonly options: readonly {
      readonly flag: string;
      readonly text: string;
      readonly takesValue: boolean;
      /**
       * The words that may be its value, if they are known; else files are offered. Those with something after a
       * colon, as the options of a policy, are offered when the colon is there: until then they would hide the others.
       */
      readonly values?: readonly string[];
    }[];
  }[];
}

export const shells = ["bash", "zsh", "fish"] as const;

export function completionScript(shell: (typeof shells)[number], words: CompletionWords): string {
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](words);
}

function bashScript({ commands }: CompletionWords): string {
  const valueCases = valuesOf(commands).map(({ name, flag, values }) => {
    const reply =
      values === undefined ? `compopt -o default` : `_mulligan_words ${quoted(values.join(" "))} "$word"`;
    return `    ${quoted(`${name} ${flag}`)}) ${reply}; return ;;`;
  });
  const optionCases = commands.map((command) => {
    const names = command.arguments === undefined ? "" : ` names=${quoted(command.arguments.join(" "))}`;
    return `    ${command.name}) options=${quoted(flagsOf(command).join(" "))}${names} ;;`;
  });
  return `# The words of $1 that begin with $2, quoted where the shell would read more into them. Within quotes they need none.
# Readline parts words at colons and equals signs, and wants only what comes after the last of them.
_mulligan_words() {
  local found start="$2" quote=""
  case "$start" in \\"* | \\'*) quote="\${start:0:1}" start="\${start:1}" ;; esac
  local before="\${start%"\${start##*[:=]}"}"
  [ -n "$quote" ] && before=""
  while read -r found; do
    [[ "$found" == *:?* && "$start" != *:* ]] && continue
    [ -n "$quote" ] || found="$(printf %q "$found")"
    COMPREPLY+=("\${found#"$before"}")
  done < <(compgen -W "$1" -- "$start")
}
_mulligan() {
  local options="" names="" typed="\${COMP_LINE:0:\${COMP_POINT:-0}}"
  local word="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}"
  if [ -n "$typed" ]; then
    word="\${typed##* }" previous="\${typed% *}"
    previous="\${previous##* }"
  fi
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    _mulligan_words ${quoted([...commands.map(({ name }) => name), "--help", "--version"].join(" "))} "$word"
    return
  fi
  case "\${COMP_WORDS[1]} $previous" in
${valueCases.join("\n")}
  esac
  case "\${COMP_WORDS[1]}" in
${optionCases.join("\n")}
  esac
  if [[ "$word" == -* ]]; then
    _mulligan_words "$options" "$word"
  elif [ -n "$names" ]; then
    _mulligan_words "$names" "$word"
  else
    compopt -o default
  fi
}
complete -F _mulligan mulligan
`;
}

/** Works as a file `_mulligan` in `fpath`, which zsh runs as the function's body, and sourced. */
function zshScript({ commands }: CompletionWords): string {
  const summaries = commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`);
  const valueCases = valuesOf(commands).map(
    ({ name, flag, values }) =>
      `    ${quoted(`${name} ${flag}`)}) ${values === undefined ? "_files" : `_mulligan_words ${values.map(quoted).join(" ")}`}; return ;;`,
  );
  const optionCases = commands.map((command) => {
    const names =
      command.arguments === undefined ? "" : ` names=(${command.arguments.map(quoted).join(" ")})`;
    return `    ${command.name}) options=(${flagsOf(command).map(quoted).join(" ")})${names} ;;`;
  });
  return `#compdef mulligan
_mulligan_words() {
  local -a offered=("$@")
  [[ "\${words[CURRENT]}" == *:* ]] || offered=(\${offered:#*:?*})
  compadd -- $offered
}
_mulligan() {
  local -a commands=(
${summaries.join("\n")}
  )
  local -a options names
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  case "\${words[2]} \${words[CURRENT - 1]}" in
${valueCases.join("\n")}
  esac
  case "\${words[2]}" in
${optionCases.join("\n")}
  esac
  if [[ "\${words[CURRENT]}" == -* ]]; then
    compadd -- $options
  elif (( $#names > 0 )); then
    compadd -- $names
  else
    _files
  fi
}
if [[ "\${funcstack[1]}" == _mulligan ]]; then
  _mulligan "$@"
else
  compdef _mulligan mulligan
fi
`;
}

function fishScript({ commands }: CompletionWords): string {
  const lines = commands.flatMap(({ name, summary, options, arguments: names }) => [
    `complete -c mulligan -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`,
    ...(names === undefined
      ? []
      : [`complete -c mulligan -n '__fish_seen_subcommand_from ${name}' -f -a ${quoted(names.join(" "))}`]),
    ...options.map(({ flag, text, takesValue, values }) => {
      // The text after -a is expanded, so a parenthesis would run a command.
      const said = (offered: readonly string[]) => quoted(offered.map((value) => `"${value}"`).join(" "));
      const start = (condition: string) =>
        `complete -c mulligan -n '__fish_seen_subcommand_from ${name}${condition}' -l ${flag.slice(2)}`;
      const detailed = values?.filter((value) => /:./.test(value)) ?? [];
      const files = takesValue ? " -r -F" : "";
      const short = values?.filter((value) => !detailed.includes(value));
      const following = short === undefined ? files : ` -x -a ${said(short)}`;
      const after = '; and string match -q "*:*" -- (commandline -ct)';
      return [
        `${start("")}${following} -d ${quoted(text)}`,
        ...(detailed.length === 0 ? [] : [`${start(after)} -x -a ${said(detailed)}`]),
      ].join("\n");
    }),
  ]);
  return `${lines.join("\n")}\n`;
}

function valuesOf(commands: CompletionWords["commands"]) {
  return commands.flatMap(({ name, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .map(({ flag, values }) => ({ name, flag, ...(values === undefined ? {} : { values }) })),
  );
}

function flagsOf({ options }: CompletionWords["commands"][number]): string[] {
  return [...options.map(({ flag }) => flag), "--help"];
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
