const expressionForm = /^\$request\.body((?:\.\w+)+)$/;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const partOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;

/**
 * What a route selection expression, "$request.body.part", makes of a message; undefined if the message has no such part.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-websocket-api-selection-expressions.html
 */
export function selectedRoute(expression: string, message: string): string | undefined {
  const path = expressionForm.exec(expression)?.[1];
  if (path === undefined) throw new Error(`The fake cannot evaluate the route selection expression ${expression}`);
  const selected = path.slice(1).split(".").reduce(partOf, parseJson(message));
  return typeof selected === "string" ? selected : undefined;
}
