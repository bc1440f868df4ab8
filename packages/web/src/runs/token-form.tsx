import { useState } from "preact/hooks";
import { Field } from "../design/field.tsx";
import { tokenProblem } from "./token.ts";

interface TokenFormProps {
  /** Whether the service was asked with a token, and refused it. */
  readonly refused: boolean;
  enter(token: string): void;
}

/** Asks for the token of the service. */
export function TokenForm({ refused, enter }: TokenFormProps) {
  const [token, setToken] = useState("");
  const [problem, setProblem] = useState<string | undefined>();
  const submit = (event: Event) => {
    event.preventDefault();
    const wrong = tokenProblem(token.trim());
    setProblem(wrong);
    if (wrong === undefined) enter(token.trim());
  };
  return (
    <form class="card stack token-form" onSubmit={submit}>
      <h2>This service asks for a token</h2>
      <Field
        label="Token"
        problem={problem ?? (refused ? "The service refuses this token." : undefined)}
        hint="The one that it was started with, by --token-file or MULLIGAN_TOKEN. It stays in this tab."
      >
        {({ id, describedBy }) => (
          <input
            id={id}
            type="password"
            autocomplete="off"
            aria-describedby={describedBy}
            value={token}
            onInput={(event) => setToken(event.currentTarget.value)}
          />
        )}
      </Field>
      <div class="row">
        <button type="submit" class="main">
          Show the runs
        </button>
      </div>
    </form>
  );
}
