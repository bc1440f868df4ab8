import { type OptionField, type PolicyDefinition, policies } from "@mulligan/core/policies";
import { Field } from "../design/field.tsx";

interface PolicyFieldProps {
  readonly label: string;
  readonly text: string;
  readonly problem: string | undefined;
  /** Undefined for the last one, which stays. */
  readonly onRemove: (() => void) | undefined;
  onText(text: string): void;
}

/** A policy of the registry, with the options that it says it has. */
export function PolicyField({ label, text, problem, onRemove, onText }: PolicyFieldProps) {
  const { name, options } = partsOf(text);
  const definition = policies.find((policy) => policy.name === name);
  const set = (option: string, value: string) => onText(textOf(name, { ...options, [option]: value }));
  return (
    <div class="policy">
      <Field label={label} problem={problem} {...(definition ? { hint: definition.summary } : {})}>
        {({ id, describedBy }) => (
          <span class="with-button">
            <select
              id={id}
              value={name}
              aria-describedby={describedBy}
              onChange={(event) => onText(event.currentTarget.value)}
            >
              {definition === undefined && <option value={name}>{name}</option>}
              {policies.map((policy) => (
                <option key={policy.name} value={policy.name}>
                  {policy.name}
                </option>
              ))}
            </select>
            {onRemove !== undefined && (
              <button type="button" aria-label={`Remove ${label}`} onClick={onRemove}>
                ×
              </button>
            )}
          </span>
        )}
      </Field>
      {definition !== undefined && Object.keys(definition.options).length > 0 && (
        <details>
          <summary class="policy-summary">{summaryOf(text, name)}</summary>
          <div class="options">{optionsOf(definition, options, set)}</div>
        </details>
      )}
    </div>
  );
}

function summaryOf(text: string, name: string) {
  return text.trim() === name ? "Options" : <>Options: {text.trim().slice(name.length + 1)}</>;
}

function optionsOf(
  definition: PolicyDefinition,
  given: Readonly<Record<string, string>>,
  set: (option: string, value: string) => void,
) {
  return Object.entries(definition.options).map(([option, field]) => (
    <Field key={option} label={option} hint={field.text}>
      {({ id, describedBy }) =>
        field.kind === "choice" ? (
          <select
            id={id}
            aria-describedby={describedBy}
            value={given[option] ?? field.default}
            onChange={(event) => set(option, event.currentTarget.value)}
          >
            {field.values.map((value) => (
              <option key={value}>{value}</option>
            ))}
          </select>
        ) : (
          <input
            id={id}
            inputMode="decimal"
            aria-describedby={describedBy}
            value={given[option] ?? ""}
            placeholder={defaultText(field)}
            onChange={(event) => set(option, event.currentTarget.value)}
          />
        )
      }
    </Field>
  ));
}

function defaultText(field: OptionField): string {
  if (field.default !== undefined) return field.default === Infinity ? "inf" : String(field.default);
  return field.kind === "number" && field.required ? "must be given" : "none";
}

/** `NAME:option=value,…`, whatever stands in it: what is wrong with it is said by who reads it in earnest. */
function partsOf(text: string): { readonly name: string; readonly options: Record<string, string> } {
  const [name, rest = ""] = text.split(/:(.*)/s);
  const pairs = rest.split(",").flatMap((part): [string, string][] => {
    const [option, value] = part.split("=");
    return value === undefined ? [] : [[option.trim(), value.trim()]];
  });
  return { name: name.trim(), options: Object.fromEntries(pairs) };
}

function textOf(name: string, options: Readonly<Record<string, string>>): string {
  const given = Object.entries(options).filter(([, value]) => value.trim() !== "");
  return given.length === 0
    ? name
    : `${name}:${given.map(([option, value]) => `${option}=${value}`).join(",")}`;
}
