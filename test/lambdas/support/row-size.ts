const bytesOf = (text: string) => new TextEncoder().encode(text).length;
const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0);

function valueSize(value: unknown): number {
  if (typeof value === "string") return bytesOf(value);
  // AWS counts about one byte for two digits, and one byte more. This formula adds a spare byte.
  if (typeof value === "number") return Math.ceil(String(value).length / 2) + 2;
  if (value === null || typeof value === "boolean") return 1;
  if (Array.isArray(value)) return 3 + sum(value.map((each) => 1 + valueSize(each)));
  return 3 + sum(Object.entries(Object(value)).map(([name, each]) => 1 + bytesOf(name) + valueSize(each)));
}

/**
 * Returns an upper bound in bytes, by AWS's rule:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
 */
export function rowSize(row: Readonly<Record<string, unknown>>): number {
  return sum(Object.entries(row).map(([name, value]) => bytesOf(name) + valueSize(value)));
}

export const maxRowBytes = 400 * 1024;
