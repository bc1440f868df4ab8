/** What there is to complete. */
export interface CompletionWords {
  readonly commands: readonly {
    readonly name: string;
    readonly summary: string;
    /** What its arguments may be, where they are not files. */
    readonly arguments?: readonly string[];
    readonly options: readonly {
      readonly flag: string;
      readonly text: string;
      readonly takesValue: boolean;
      /** The words that may be its value, if they are known; else files are offered. */
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
  return `# The words of $1 that begin with $2, quoted where the shell would read more into them.
_mulligan_words() {
  local found
  while read -r found; do COMPREPLY+=("$(printf %q "$found")"); done < <(compgen -W "$1" -- "$2")
}
_mulligan() {
  local word="\${COMP_WORDS[COMP_CWORD]}" options="" names=""
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    _mulligan_words ${quoted([...commands.map(({ name }) => name), "--help", "--version"].join(" "))} "$word"
    return
  fi
  case "\${COMP_WORDS[1]} \${COMP_WORDS[COMP_CWORD - 1]}" in
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
      `    ${quoted(`${name} ${flag}`)}) ${values === undefined ? "_files" : `compadd -- ${values.map(quoted).join(" ")}`}; return ;;`,
  );
  const optionCases = commands.map((command) => {
    const names =
      command.arguments === undefined ? "" : ` names=(${command.arguments.map(quoted).join(" ")})`;
    return `    ${command.name}) options=(${flagsOf(command).map(quoted).join(" ")})${names} ;;`;
  });
  return `#compdef mulligan
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
      // What stands after -a is expanded, so that a parenthesis would run a command.
      const words = values?.map((value) => `"${value}"`).join(" ");
      const files = takesValue ? " -r -F" : "";
      const following = words === undefined ? files : ` -x -a ${quoted(words)}`;
      return `complete -c mulligan -n '__fish_seen_subcommand_from ${name}' -l ${flag.slice(2)}${following} -d ${quoted(text)}`;
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
