import { randomBytes, randomUUID } from "node:crypto";
import type { RouteBody, RouteResponse } from "../../../domain/api.ts";
import { fetchConfig } from "../../support/learner.ts";

type GuestRoute = "open-share" | "save-guest-comment" | "mark-shared-exam";

const pathOf: Readonly<Record<GuestRoute, string>> = {
  "open-share": "/shared",
  "save-guest-comment": "/shared/comments",
  "mark-shared-exam": "/shared/marking",
};

export function createGuest(appUrl: string, link: string, name = "Maya Gurung") {
  const token = new URL(link).hash.slice(1);
  const guest = { guest_id: randomUUID(), secret: randomBytes(16).toString("base64url") };
  const call = async <Name extends GuestRoute>(route: Name, body: object): Promise<Response> => {
    const { apiUrl } = await fetchConfig(appUrl);
    const headers = { "content-type": "application/json" };
    return fetch(apiUrl + pathOf[route], { method: "POST", headers, body: JSON.stringify({ token, guest, ...body }) });
  };
  const expectOk = async <Name extends GuestRoute>(route: Name, body: object): Promise<RouteResponse<Name>> => {
    const response = await call(route, body);
    if (!response.ok) throw new Error(`${route} was refused: ${await response.text()}`);
    // Tests check the fields that they use.
    return (await response.json()) as RouteResponse<Name>;
  };
  type NewComment = RouteBody<"save-guest-comment">["comment"];
  return {
    open: () => expectOk("open-share", {}),
    tryToOpen: async () => {
      const response = await call("open-share", {});
      const { code = "opened" } = (await response.json()) as { code?: string };
      return code;
    },
    comment: (comment: Partial<NewComment>) =>
      expectOk("save-guest-comment", {
        name,
        comment: {
          ...{
            comment_id: randomUUID(),
            dialogue: 0,
            segment: 0,
            at_seconds: 2.5,
            kind: "term",
            text: "Say “clinic”.",
          },
          ...{ unit: null, voice: null, ...comment },
        },
      }),
  };
}
