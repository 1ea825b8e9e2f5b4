import { useId } from "react";
import "./choice-group.css";

type ChoiceGroupProps<Value extends string> = {
  legend: string;
  options: readonly { value: Value; label: string; detail: string }[];
  value: Value;
  onChange: (value: Value) => void;
};

export function ChoiceGroup<Value extends string>({ legend, options, value, onChange }: ChoiceGroupProps<Value>) {
  const name = useId();
  return (
    <fieldset className="choice-group">
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className="choice">
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            aria-describedby={`${name}-${option.value}`}
            aria-labelledby={`${name}-${option.value}-label`}
            onChange={() => onChange(option.value)}
          />
          <span className="choice-label" id={`${name}-${option.value}-label`}>
            {option.label}
          </span>
          <span className="choice-detail" id={`${name}-${option.value}`}>
            {option.detail}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
