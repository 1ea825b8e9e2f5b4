/** Spelling variants, mainly British and American, each with its replacement for comparison. */
const spellingVariants: readonly (readonly [RegExp, string])[] = [
  [/ae/g, "e"],
  [/(diarrh|f|man|^)oe(?=[a-z]{3})/, "$1e"],
  // Only longer words, because "hour", "four" and "your" have one spelling.
  [/^(?=.{6})(.*)our(?!th|teen)/, "$1or"],
  [/([iy])z(?=[aei])/g, "$1s"],
  [/(cent|met|lit|theat|fib)re(s?)$/, "$1er$2"],
  [/(licen|defen|offen|preten|practi)c(e[sd]?|ing)$/, "$1s$2"],
  [/mould/, "mold"],
  [/^grey/, "gray"],
  [/^tyre/, "tire"],
  [/^kerb/, "curb"],
  [/^cheque/, "check"],
  [/^programme/, "program"],
  [/ogue(s?)$/, "og$1"],
  [/^jewellery/, "jewelry"],
  [/^pyjama/, "pajama"],
  [/^judgement/, "judgment"],
  [/^ramadh?an$|^ramzan$/, "ramadan"],
];

/** The result is for comparison only. */
export function plainSpelling(word: string): string {
  return spellingVariants.reduce((text, [variant, plain]) => text.replace(variant, plain), word);
}

/** A semicolon or the end of a line ends a group. The base form is first in its group. */
const irregularForms = `
  apply application applications;become became;begin began begun;believe belief;bite bit bitten;break broke broken
  bring brought;build built;buy bought;catch caught;child children kid kids;choose chose chosen;come came;cost costs
  die died dying;do did done does;draw drew drawn;drink drank drunk;drive drove driven;eat ate eaten;fall fell fallen
  father dad daddy;feed fed;feel felt;fight fought;find found;fly flew flown;foot feet;forget forgot forgotten
  get got gotten;give gave given;go went gone;grow grew grown;have had has;hear heard;hide hid hidden;hold held
  keep kept;know knew known;lead led;learn learnt;leave left;lend lent;lie lied lying;lose lost;make made
  man men;mean meant;meet met;mother mum mom mummy mommy;pay paid;person people;phone telephone;ring rang rung
  rise rose risen;run ran;say said;see saw seen;sell sold;send sent;shake shook;sing sang sung;sit sat;sleep slept
  speak spoke spoken;spend spent;stand stood;steal stole stolen;swell swelled swollen;swim swam;take took taken
  teach taught;tear tore torn;tell told;think thought;throw threw thrown;tooth teeth;understand understood
  use used uses using;wake woke woken;wear wore worn;win won;wife wives;woman women;write wrote written`;

const baseForms = new Map(
  irregularForms.split(/[;\n]/).flatMap((entry) => {
    const [base = "", ...forms] = entry.trim().split(" ");
    return forms.map((form) => [form, base] as const);
  }),
);

function withoutPlural(word: string): string {
  if (word.length < 4) return word;
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (/(?:[sxz]|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return /[^su]s$/.test(word) ? word.slice(0, -1) : word;
}

function withoutTense(word: string): string {
  if (word.length > 4 && word.endsWith("ied")) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && /[aeiouy].*ing$/.test(word)) return word.slice(0, -3);
  return word.length > 4 && /[aeiouy].*[^e]ed$/.test(word) ? word.slice(0, -2) : word;
}

/** Stems are for comparison only: "carries" and "carry" are "cari". */
export function stemOf(spelling: string): string {
  const base = withoutTense(withoutPlural(baseForms.get(spelling) ?? spelling));
  const short = base.length > 3 ? base.replace(/e$/, "").replace(/y$/, "i") : base;
  return short.replace(/([a-z])\1/g, "$1");
}

const derivation = /(?:ation|ition|ion|ment|ance|ence|ist|er|or|al|ive|nes|iti|ant|ent|li)$/;

/** Removes an ending that forms another word: "inspect" for "inspection". */
export function rootOf(stem: string): string {
  const root = stem.replace(derivation, "");
  return root.length >= 4 ? root : stem;
}

const functionWordList = `
  a about after again ah all already also altogether although am an and any anymore anyone anything are around as at
  away back be because been before being both but by can could did do does doing done down each either else even ever
  every for from get gets got had has have having he her here hers herself him himself his how i if in into is it its
  itself just let longer many may me might mine more most much must my myself near need now of off oh ok okay on once one
  ones only onto or other our ours ourselves out over own please really right shall she should since so some somebody
  someone something still such than that the their theirs them themselves then there these they thing things this those
  though through to too until till up upon us used very was we well were what when where whether which while who whom
  whose why will with would yes yet you your yours yourself am pm oclock per etc mr mrs ms not no never
  nobody none nothing neither nor nowhere without`;

const functionWords: ReadonlySet<string> = new Set(functionWordList.trim().split(/\s+/));

export function isFunctionWord(spelling: string): boolean {
  return functionWords.has(spelling);
}
