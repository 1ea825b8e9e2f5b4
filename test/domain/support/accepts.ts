export function accepts(schema: { safeParse: (value: unknown) => { success: boolean } }, value: unknown): boolean {
  return schema.safeParse(value).success;
}
