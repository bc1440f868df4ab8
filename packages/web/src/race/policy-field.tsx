import { type OptionField, policies } from "@mulligan/core/policies";
import { Folded } from "../design/blocks.tsx";
import { Field, Select, SelectField } from "../design/field.tsx";
import { policyWords } from "../design/policy-names.ts";
import { type OptionWords, optionWords } from "./option-words.ts";

interface PolicyFieldProps {
  readonly label: string;
  readonly text: string;
  readonly problem: string | undefined;
  /** Undefined for the last policy, which stays. */
  readonly onRemove: (() => void) | undefined;
  onText(text: string): void;
}

/** A policy of the registry, with its options. */
export function PolicyField({ label, text, problem, onRemove, onText }: PolicyFieldProps) {
  const { name, options } = partsOf(text);
  const definition = policies.find((policy) => policy.name === name);
  const given = Object.entries(options)
    .map(([option, value]) => {
      const field = definition?.options[option];
      return `${field === undefined ? option : optionWords(name, option, field).label} ${value}`;
    })
    .join(", ");
  const names = policies.map((policy) => [policy.name, policyWords(policy.name).name] as const);
  return (
    <div class="policy">
      <Field label={label} problem={problem} hint={policyWords(name).about}>
        {(attributes) => (
          <span class="with-button">
            <Select
              {...attributes}
              value={name}
              options={definition === undefined ? [name, ...names] : names}
              onChoose={onText}
            />
            {onRemove !== undefined && (
              <button type="button" aria-label={`Remove ${label}`} onClick={onRemove}>
                ×
              </button>
            )}
          </span>
        )}
      </Field>
      {definition !== undefined && Object.keys(definition.options).length > 0 && (
        <Folded
          class="policy-options"
          isWrong={problem !== undefined}
          summary={["Options", given].filter(Boolean).join(": ")}
        >
          <div class="options">
            {Object.entries(definition.options).map(([option, field]) => (
              <PolicyOption
                key={option}
                words={optionWords(name, option, field)}
                field={field}
                value={options[option]}
                onValue={(value) => onText(textOf(name, { ...options, [option]: value }))}
              />
            ))}
          </div>
        </Folded>
      )}
    </div>
  );
}

interface PolicyOptionProps {
  readonly words: OptionWords;
  readonly field: OptionField;
  readonly value: string | undefined;
  onValue(value: string): void;
}

function PolicyOption({ words, field, value, onValue }: PolicyOptionProps) {
  return field.kind === "choice" ? (
    <SelectField {...words} value={value ?? field.default} options={field.values} onChoose={onValue} />
  ) : (
    <Field {...words}>
      {(attributes) => (
        <input
          {...attributes}
          inputMode="decimal"
          value={value ?? ""}
          placeholder={defaultText(field)}
          onChange={(event) => onValue(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

function defaultText(field: OptionField): string {
  if (field.default !== undefined) return field.default === Infinity ? "inf" : String(field.default);
  return field.kind === "number" && field.required ? "must be given" : "none";
}

/** Splits `NAME:option=value,…` without checking it, which `readRace` does. */
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
