/** @jsxImportSource preact */
import "virtual:colors.css";
import "virtual:faces.css";
import "../ui/base.css";
import "../ui/button.css";
import "./guest.css";
import "./segment.css";
import { render } from "preact";
import * as z from "zod/mini";
import { settingsFile } from "../../../domain/http/site-files.ts";
import { parseLinkFragment } from "../../../domain/sharing/link-token.ts";
import { closedText } from "./failure-texts.ts";
import { createGuestApp } from "./guest-app.ts";
import { GuestPage } from "./guest-page.tsx";
import { KeyedButton } from "./keyed-button.tsx";
import { type FailureCode, failureCode, GuestCallError } from "./shared-api.ts";

const Settings = z.object({ apiUrl: z.url() });

async function fetchApiUrl(): Promise<string> {
  const response = await fetch(settingsFile).catch(() => {
    throw new GuestCallError("unreachable");
  });
  return z.parse(Settings, await response.json()).apiUrl;
}

function showFailure(root: HTMLElement, code: FailureCode): void {
  const { title, text } = closedText(code);
  const page = (
    <main class="guest-start">
      <h1>{title}</h1>
      <p>{text}</p>
      <KeyedButton variant="ink" onAct={() => location.reload()}>
        Try again
      </KeyedButton>
    </main>
  );
  render(page, root);
}

async function start(root: HTMLElement): Promise<void> {
  const token = parseLinkFragment(location.hash);
  if (token === null) return showFailure(root, "link_unknown");
  try {
    const app = createGuestApp({ apiUrl: await fetchApiUrl(), token });
    await app.session.open();
    render(<GuestPage app={app} />, root);
  } catch (error) {
    showFailure(root, failureCode(error));
  }
}

const root = document.getElementById("guest");
// Reloads, because another link in the same tab changes only the fragment, and browsers load nothing then.
addEventListener("hashchange", () => location.reload());
if (root) void start(root);
