/** The part of JSON Schema that docs/stats.schema.json uses. */
export interface Schema {
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: "date-time";
  readonly minimum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema;
}

/** Where a value is not as a schema says: nowhere, if it is valid. */
export function faultsOf(value: unknown, schema: Schema, at = "$"): readonly string[] {
  const { additionalProperties, items, properties = {}, required = [] } = schema;
  const own = isRight(value, schema) ? [] : [`${at}: ${JSON.stringify(value)}`];
  if (typeof value !== "object" || value === null) return own;
  const missing = required.filter((name) => !Object.hasOwn(value, name));
  const inside = Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    const inner = Array.isArray(value) ? items : (properties[name] ?? additionalProperties);
    return inner ? faultsOf(member, inner, `${at}.${name}`) : [`${at}.${name}: unknown`];
  });
  return [...own, ...missing.map((name) => `${at}.${name}: missing`), ...inside];
}

/** The members that a schema describes, by their paths, in order. */
export function membersOf(
  { items, properties = {} }: Schema,
  prefix = "",
): readonly (readonly [path: string, schema: Schema])[] {
  const own = Object.entries(properties).flatMap(([name, schema]) => {
    const inside = membersOf(schema, `${prefix}${name}.`);
    return [[prefix + name, schema] as const].concat(inside);
  });
  return items ? membersOf(items, `${prefix.slice(0, -1)}[].`) : own;
}

function isRight(value: unknown, schema: Schema): boolean {
  if (schema.const !== undefined && value !== schema.const) return false;
  if (schema.enum && !schema.enum.includes(value)) return false;
  if (schema.format && typeof value === "string" && !isDate(value)) return false;
  return isOfType(value, schema);
}

function isOfType(value: unknown, { minimum = -Infinity, type }: Schema): boolean {
  if (typeof value === "number" && value < minimum) return false;
  const types = typeof type === "string" ? [type] : type;
  return !types || typesOf(value).some((own) => types.includes(own));
}

function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text);
}

function typesOf(value: unknown): readonly string[] {
  if (value === null) return ["null"];
  if (Array.isArray(value)) return ["array"];
  return Number.isInteger(value) ? ["integer", "number"] : [typeof value];
}
