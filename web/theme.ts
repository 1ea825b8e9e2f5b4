import { createTheme } from "@aws-amplify/ui";

const light = {
  paper: "#fbf8f2",
  raised: "#ffffff",
  sunk: "#f3eee4",
  ink: "#1f1b16",
  inkSoft: "#5a5249",
  line: "#ddd4c5",
  lineStrong: "#857a6c",
  heard: "#0b5d5e",
  heardSoft: "#d9ebe7",
  heardFaint: "#5b918d",
  said: "#b23a1e",
  saidFaint: "#c4745a",
  saidSoft: "#f9e2d8",
  reference: "#5f557f",
  referenceFaint: "#8f85ad",
  referenceSoft: "#e9e5f2",
  onInk: "#fbf8f2",
  danger: "#9f1f1f",
};

const dark: typeof light = {
  paper: "#161412",
  raised: "#211e1b",
  sunk: "#0f0e0c",
  ink: "#f3ede3",
  inkSoft: "#b9afa2",
  line: "#3a352f",
  lineStrong: "#8d8376",
  heard: "#7ccdc4",
  heardSoft: "#17393a",
  heardFaint: "#45807b",
  said: "#f2936f",
  saidFaint: "#a05d45",
  saidSoft: "#47231a",
  reference: "#bcb1e0",
  referenceFaint: "#796fa0",
  referenceSoft: "#322c45",
  onInk: "#161412",
  danger: "#ff9d8f",
};

function asTokens(colors: typeof light) {
  const value = (color: string) => ({ value: color });
  const { paper, raised, sunk, ink, inkSoft, line, lineStrong, onInk, danger } = colors;
  return {
    colors: {
      font: {
        primary: value(ink),
        secondary: value(inkSoft),
        tertiary: value(inkSoft),
        inverse: value(onInk),
        interactive: value(ink),
        hover: value(ink),
        focus: value(ink),
        active: value(ink),
        disabled: value(lineStrong),
        error: value(danger),
      },
      background: { primary: value(paper), secondary: value(raised), tertiary: value(sunk), disabled: value(sunk) },
      border: {
        primary: value(lineStrong),
        secondary: value(line),
        tertiary: value(line),
        disabled: value(line),
        focus: value(ink),
        error: value(danger),
      },
    },
    components: {
      button: {
        primary: {
          color: value(onInk),
          backgroundColor: value(ink),
          _hover: { color: value(onInk), backgroundColor: value(inkSoft) },
          _focus: { color: value(onInk), backgroundColor: value(ink) },
          _active: { color: value(onInk), backgroundColor: value(ink) },
          _disabled: { color: value(lineStrong), backgroundColor: value(sunk) },
          _loading: { color: value(inkSoft), backgroundColor: value(sunk) },
        },
        _hover: { backgroundColor: value(sunk), borderColor: value(ink) },
        _focus: { backgroundColor: value("transparent"), borderColor: value(ink) },
        _active: { backgroundColor: value(sunk) },
      },
      fieldcontrol: { color: value(ink), borderColor: value(lineStrong) },
    },
  };
}

function voiceVariables(colors: typeof light): string {
  const names: Record<keyof typeof light, string> = {
    paper: "paper",
    raised: "raised",
    sunk: "sunk",
    ink: "ink",
    inkSoft: "ink-soft",
    line: "line",
    lineStrong: "line-strong",
    heard: "heard",
    heardSoft: "heard-soft",
    heardFaint: "heard-faint",
    said: "said",
    saidSoft: "said-soft",
    saidFaint: "said-faint",
    reference: "reference",
    referenceFaint: "reference-faint",
    referenceSoft: "reference-soft",
    onInk: "on-ink",
    danger: "danger",
  };
  return Object.entries(names)
    .map(([key, name]) => `--${name}: ${colors[key as keyof typeof light]};`)
    .join(" ");
}

const shape = {
  fonts: {
    default: {
      variable: { value: '"Source Sans 3 Variable", "Noto Sans Devanagari Variable", system-ui, sans-serif' },
      static: { value: '"Source Sans 3 Variable", system-ui, sans-serif' },
    },
  },
  radii: { small: { value: "0.625rem" }, medium: { value: "0.625rem" }, large: { value: "1.25rem" } },
  components: {
    button: {
      borderRadius: { value: "999px" },
      fontWeight: { value: "600" },
      paddingBlockStart: { value: "0.625rem" },
      paddingBlockEnd: { value: "0.625rem" },
      paddingInlineStart: { value: "1.25rem" },
      paddingInlineEnd: { value: "1.25rem" },
    },
    fieldcontrol: { borderRadius: { value: "0.625rem" }, paddingBlockStart: { value: "0.625rem" } },
  },
};

export const amplifyTheme = createTheme({
  name: "parlance",
  tokens: {
    ...asTokens(light),
    ...shape,
    components: {
      ...asTokens(light).components,
      button: { ...asTokens(light).components.button, ...shape.components.button },
      fieldcontrol: { ...asTokens(light).components.fieldcontrol, ...shape.components.fieldcontrol },
    },
  },
  overrides: [{ colorMode: "dark", tokens: asTokens(dark) }],
}).cssText;

export const colorVariables = `:root { ${voiceVariables(light)} color-scheme: light dark; }
@media (prefers-color-scheme: dark) { :root { ${voiceVariables(dark)} } }`;
