import { expect, test } from "vitest";
import { titleLanguage } from "../../../web/src/ui/title-language.ts";

test.each([
  ["Seeing a doctor about a cough", "nepali", undefined],
  ["Abrir una cuenta", "spanish", undefined],
  ["डाक्टरलाई भेट्दै", "nepali", { lang: "ne", dir: "ltr" }],
  ["استئجار شقة", "arabic", { lang: "ar", dir: "rtl" }],
  ["استئجار شقة عبر Gumtree", "arabic", { lang: "ar", dir: "rtl" }],
  ["The word सुन", "nepali", undefined],
  ["在诊所挂号", "mandarin", { lang: "zh-Hans", dir: "ltr" }],
  ["在诊所挂号", "klingon", undefined],
  ["12345", "arabic", undefined],
])("titleLanguage for the title “%s” in %s content returns %j", (title, language, expected) =>
  expect(titleLanguage(title, language)).toEqual(expected),
);
