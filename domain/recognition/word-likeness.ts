/** If the distance exceeds `most`, the result may be any number above `most`. */
export function editDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let line = 1; line <= one.length; line += 1) {
    const next = [line];
    let smallest = line;
    for (let at = 1; at <= other.length; at += 1) {
      const replaced = (row[at - 1] ?? 0) + (one[line - 1] === other[at - 1] ? 0 : 1);
      const distance = Math.min(replaced, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1);
      next.push(distance);
      smallest = Math.min(smallest, distance);
    }
    // Later rows have no smaller number.
    if (smallest > most) return smallest;
    row = next;
  }
  return row[other.length] ?? 0;
}

/** The order matters. */
const sounds: readonly (readonly [RegExp, string])[] = [
  [/ph/g, "f"],
  [/[sc]h|[sc](?=i[aou])|ti(?=[aou])/g, "s"],
  [/([kgtdbrw])h/g, "$1"],
  [/c(?=[eiy])/g, "s"],
  [/[cq]|ck/g, "k"],
  [/x/g, "ks"],
  [/z/g, "s"],
  [/v/g, "w"],
  [/^[aeiouy]+/, "a"],
  [/(?!^)[aeiouyh]+/g, ""],
  [/([a-z])\1+/g, "$1"],
];

/** Returns the consonants by their sound, and "a" for vowels at the start: "kathmandu" and "catmando" give "ktmnd". */
export function soundKey(word: string): string {
  return sounds.reduce((text, [spelling, sound]) => text.replace(spelling, sound), word);
}

const confusedSounds: readonly (readonly [RegExp, string])[] = [
  [/d/g, "t"],
  [/b/g, "p"],
  [/g/g, "k"],
  [/w/g, "f"],
  [/j/g, "s"],
  [/m/g, "n"],
  [/^a(?=.{3})/, ""],
];

const confusedSound = (key: string) => confusedSounds.reduce((text, [sound, other]) => text.replace(sound, other), key);

export type SoundedWord = { text: string; sound: string };

export type Likeness = "same" | "similar" | "different";

/** With fewer sounds than this, two names may sound equal by coincidence. */
const minTelling = 3;

export function nameLikeness(
  { text: name, sound }: SoundedWord,
  { text: said, sound: otherSound }: SoundedWord,
): Likeness {
  const longest = Math.max(name.length, said.length);
  if (Math.abs(name.length - said.length) > 0.5 * longest) return "different";
  const isSameSound = sound === otherSound;
  if (isSameSound && sound.length >= minTelling) return "same";
  const distance = editDistance(name, said, 0.5 * longest);
  if (distance <= (name.length >= 8 ? 2 : name.length >= 6 ? 1 : 0)) return "same";
  if (isSameSound && distance <= 0.5 * longest) return "same";
  const isNearSound = sound.length === otherSound.length && confusedSound(sound) === confusedSound(otherSound);
  return isNearSound || distance <= 0.45 * longest ? "similar" : "different";
}

function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

export function stemLikeness(stem: string, other: string): Likeness {
  if (stem === other) return "same";
  const shorter = Math.min(stem.length, other.length);
  const longer = Math.max(stem.length, other.length);
  if (shorter < 4) return "different";
  const start = commonStart(stem, other);
  const isSimilarStart = start >= 4 && start >= 0.6 * shorter;
  const most = longer >= 5 ? 0.34 * longer : 0;
  const distance = editDistance(stem, other, most);
  if (distance <= (shorter >= 10 ? 2 : shorter >= 7 ? 1 : 0)) return "same";
  return isSimilarStart || distance <= most ? "similar" : "different";
}
