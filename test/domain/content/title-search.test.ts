import { describe, expect, test } from "vitest";
import { matchesSearch } from "../../../domain/content/title-search.ts";

describe("a search in titles", () => {
  test.each([
    ["Seeing a doctor about a cough", "doctor"],
    ["Seeing a doctor about a cough", "COUGH see"],
    ["Seeing a doctor about a cough", "  "],
    ["Une école à Québec", "ecole quebec"],
    ["Une ecole", "École"],
    ["Straße zum Bahnhof", "STRASSE"],
    ["Οδός", "οδοσ"],
    ["Đặt bàn ăn", "ban an"],
    ["مُستَشفى", "مستشفى"],
    ["مـــدرسة", "مدرسة"],
    ["می\u200cخواهم", "میخواهم"],
    ["בֵּית סֵפֶר", "בית ספר"],
    ["डॉक्टरसँग कुरा", "कुरा"],
    ["看医生", "医生"],
    ["학교 상담", "상담"],
  ])("finds %j by %j", (title, search) => {
    expect(matchesSearch(title, search)).toBe(true);
  });

  test.each([
    ["Seeing a doctor about a cough", "dentist"],
    ["Seeing a doctor about a cough", "doctor flat"],
    ["किताब", "काताब"],
    ["看医生", "学校"],
  ])("does not find %j by %j", (title, search) => {
    expect(matchesSearch(title, search)).toBe(false);
  });
});
