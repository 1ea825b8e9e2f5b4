import { request } from "node:http";
import { text } from "node:stream/consumers";
import { type RouteName, routes } from "../../../domain/api.ts";
import { serverTimeHeader } from "../../../domain/http/route.ts";
import { type Answer, pathOf } from "./call-api.ts";
import { cloud } from "./learners.ts";

/** Each address counts as a separate network. */
export function askFrom(localAddress: string, name: RouteName, body: unknown): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const options = { method: routes[name].method, localAddress, headers: { "content-type": "application/json" } };
  const call = request(`${cloud.apiUrl}${pathOf(name)}`, options, (response) => {
    const { statusCode: status = 0, headers } = response;
    const serverTime = new Date(String(headers[serverTimeHeader.toLowerCase()] ?? ""));
    text(response).then((answer) => resolve({ status, body: JSON.parse(answer), serverTime }), reject);
  });
  call.on("error", reject);
  call.end(JSON.stringify(body));
  return promise;
}
