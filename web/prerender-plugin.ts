import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import react from "@vitejs/plugin-react";
import { buildSync } from "esbuild";
import { build, type Plugin, type Rolldown } from "vite";
import { isStaticPage } from "../domain/http/pages.ts";
import { appShellFile, hashedFiles, pageFiles } from "../domain/http/site-files.ts";
import { writeDocument } from "./page-document.ts";
import { sampleSegment } from "./sample-segment-plugin.ts";
import type { renderFrame, renderPage } from "./src/start/prerender.tsx";
import { theme } from "./theme-plugin.ts";

/** The description for search engines, and the modules that the page needs in addition to those of the entry. */
const pages: Readonly<Record<string, { description: string; modules: readonly string[] }>> = {
  "/": {
    description:
      "Practise interpreter exam dialogues aloud. Hear a segment, interpret it, and compare your recording with the reference.",
    modules: ["src/start/start-app.tsx"],
  },
  "/login": {
    description: "Log in to Parlance and continue to practise interpreter exam dialogues.",
    modules: ["src/start/start-app.tsx", "src/features/accounts/login-page.tsx"],
  },
  "/signup": {
    description: "Sign up for Parlance and practise three interpreter exam dialogues for free, with no time limit.",
    modules: ["src/start/start-app.tsx", "src/features/accounts/signup-page.tsx"],
  },
  "/forgot-password": {
    description: "Set a new password for your Parlance account with a code that we send to your email.",
    modules: ["src/start/start-app.tsx", "src/features/accounts/forgot-password-page.tsx"],
  },
  "/privacy": {
    description:
      "Read what Parlance keeps about you, where, and for how long. We get your recordings only if you ask for feedback.",
    modules: ["src/start/start-app.tsx", "src/features/legal/privacy-page.tsx"],
  },
  "/terms": {
    description: "Read the terms for your Parlance account, for plans and payments, and for the dialogues.",
    modules: ["src/start/start-app.tsx", "src/features/legal/terms-page.tsx"],
  },
  "/contact": {
    description: "See who runs Parlance, and how to contact them with a question, an idea or a problem.",
    modules: ["src/start/start-app.tsx", "src/features/legal/contact-page.tsx"],
  },
};

const signInModules = [
  "src/features/accounts/amplify-auth.ts",
  "src/features/accounts/amplify-google.ts",
  "src/features/accounts/login-page.tsx",
  "src/features/accounts/signup-page.tsx",
  "src/features/accounts/verify-page.tsx",
  "src/features/accounts/forgot-password-page.tsx",
  "src/features/accounts/new-password-page.tsx",
  "src/ui/toast-region.tsx",
];

function pageBuildInfo(path: string) {
  const page = pages[path];
  if (!page) throw new Error(`The prerender plugin has no description of the page ${path}`);
  return page;
}

type PageRenderer = { renderPage: typeof renderPage; renderFrame: typeof renderFrame };

async function withPageRenderer(root: string, use: (drawing: PageRenderer) => Promise<void>): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "parlance-prerender-"));
  try {
    await build({
      configFile: false,
      root,
      logLevel: "error",
      plugins: [react(), theme(), sampleSegment()],
      ssr: { noExternal: true },
      build: { ssr: "src/start/prerender.tsx", outDir: directory },
    });
    await use(await import(pathToFileURL(join(directory, "prerender.js")).href));
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function buildFirstPaint(root: string, outDir: string): string {
  const { metafile } = buildSync({
    entryPoints: [join(root, "src/start/first-paint.ts")],
    absWorkingDir: outDir,
    outdir: `.${hashedFiles.path}`,
    entryNames: "[name]-[hash]",
    bundle: true,
    format: "iife",
    minify: true,
    target: "es2022",
    metafile: true,
  });
  const [file = ""] = Object.keys(metafile.outputs);
  return `/${file}`;
}

type Files = { scripts: string[]; styles: string[] };

function collectFiles(bundle: Rolldown.OutputBundle, root: string, modules: readonly string[]): Files {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const add = (file: string) => {
    const chunk = bundle[file];
    if (chunk?.type !== "chunk" || scripts.has(file)) return;
    for (const imported of chunk.imports) add(imported);
    scripts.add(file);
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
  };
  for (const module of modules) {
    const chunk = Object.values(bundle).find(
      (output) => output.type === "chunk" && output.moduleIds.includes(join(root, module)),
    );
    if (!chunk) throw new Error(`The build has no ${module}`);
    add(chunk.fileName);
  }
  return { scripts: [...scripts], styles: [...styles] };
}

const firstFonts = ["young-serif-latin-400-normal", "source-sans-3-latin-wght-normal"];
const landingFont = "reference-words";

function findFontFile(bundle: Rolldown.OutputBundle, name: string): string {
  const file = Object.keys(bundle).find((output) => output.startsWith(`assets/${name}-`) && output.endsWith(".woff2"));
  if (!file) throw new Error(`The build has no font ${name}`);
  return file;
}

type BuildOutput = { root: string; directory: string; bundle: Rolldown.OutputBundle };

async function writeDocuments(
  { root, directory, bundle }: BuildOutput,
  { renderPage, renderFrame }: PageRenderer,
): Promise<void> {
  const template = readFileSync(join(directory, "index.html"), "utf8");
  const firstPaint = buildFirstPaint(root, directory);
  const fonts = firstFonts.map((name) => findFontFile(bundle, name));
  for (const [path, file] of Object.entries(pageFiles)) {
    const { description, modules } = pageBuildInfo(path);
    const { styles } = collectFiles(bundle, root, modules);
    const isLanding = path === "/";
    const page = {
      page: path,
      ...(await renderPage(path)),
      description,
      firstPaint,
      fonts: isLanding ? [...fonts, findFontFile(bundle, landingFont)] : fonts,
      styles,
      prefetchedScripts: isStaticPage(path) ? [] : collectFiles(bundle, root, signInModules).scripts,
    };
    writeFileSync(join(directory, file), writeDocument(template, page));
  }
  const frame = {
    page: "frame",
    ...(await renderFrame("/pricing")),
    description: pageBuildInfo("/").description,
    firstPaint,
    fonts,
    prefetchedScripts: [],
    // The embedded login page needs its styles at the first paint.
    styles: collectFiles(bundle, root, pageBuildInfo("/login").modules).styles,
    embeddedPage: { page: "/login", ...(await renderPage("/login")) },
  };
  writeFileSync(join(directory, appShellFile), writeDocument(template, frame));
}

/** Prerenders the pages of `pageFiles`, and one frame for all other pages of the app. */
export function prerender(): Plugin {
  let root = "";
  return {
    name: "parlance-prerender",
    apply: "build",
    configResolved: (config) => {
      root = config.root;
    },
    writeBundle: ({ dir: directory = "" }, bundle) =>
      withPageRenderer(root, (drawing) => writeDocuments({ root, directory, bundle }, drawing)),
  };
}
