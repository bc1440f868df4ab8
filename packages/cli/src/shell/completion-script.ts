/** What there is to complete. */
export interface CompletionWords {
  readonly commands: readonly {
    readonly name: string;
    readonly summary: string;
    readonly options: readonly { readonly flag: string; readonly text: string }[];
  }[];
  /** The words that may follow an option. */
  readonly values: Readonly<Record<string, readonly string[]>>;
}

export const shells = ["bash", "zsh", "fish"] as const;

export function completionScript(shell: (typeof shells)[number], words: CompletionWords): string {
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](words);
}

function bashScript({ commands, values }: CompletionWords): string {
  const valueCases = Object.entries(values).map(
    ([flag, names]) =>
      `    ${flag}) COMPREPLY=($(compgen -W ${quoted(names.join(" "))} -- "$word")); return ;;`,
  );
  const optionCases = commands.map(
    ({ name, options }) =>
      `    ${name}) options=${quoted([...options.map(({ flag }) => flag), "--help"].join(" "))} ;;`,
  );
  return `_mulligan() {
  local word="\${COMP_WORDS[COMP_CWORD]}" options=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W ${quoted([...commands.map(({ name }) => name), "--help", "--version"].join(" "))} -- "$word"))
    return
  fi
  case "\${COMP_WORDS[COMP_CWORD - 1]}" in
${valueCases.join("\n")}
  esac
  case "\${COMP_WORDS[1]}" in
${optionCases.join("\n")}
  esac
  if [[ "$word" == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  else
    COMPREPLY=($(compgen -f -- "$word"))
  fi
}
complete -o filenames -F _mulligan mulligan
`;
}

/** zsh can run bash's functions. */
function zshScript(words: CompletionWords): string {
  return `#compdef mulligan\nautoload -U +X bashcompinit && bashcompinit\n${bashScript(words)}`;
}

function fishScript({ commands, values }: CompletionWords): string {
  const lines = commands.flatMap(({ name, summary, options }) => [
    `complete -c mulligan -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`,
    ...options.map(({ flag, text }) => {
      const names = values[flag];
      const following = names === undefined ? "" : ` -x -a ${quoted(names.join(" "))}`;
      return `complete -c mulligan -n '__fish_seen_subcommand_from ${name}' -l ${flag.slice(2)}${following} -d ${quoted(text)}`;
    }),
  ]);
  return `${lines.join("\n")}\n`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
