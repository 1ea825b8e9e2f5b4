import { describe, expect, it } from "vitest";
import { findEnglish, isPlainlyEnglish, isWrittenInScriptOf } from "../../content/authoring/detect-language.ts";
import { findSegmentProblems } from "../../content/checking/check-dialogue.ts";
import { type LanguageName, languageNames } from "../../domain/content/language.ts";

const english = "Good morning, what is your name and where do you live?";

/** "Good morning, what is your name?", or a similar plain sentence. */
const sentences: Record<Exclude<LanguageName, "english">, string> = {
  arabic: "صباح الخير، ما اسمك وأين تسكن؟",
  albanian: "Mirëmëngjes, si e keni emrin dhe ku banoni?",
  bangla: "সুপ্রভাত, আপনার নাম কী এবং আপনি কোথায় থাকেন?",
  bosnian: "Dobro jutro, kako se zovete i gdje živite?",
  bulgarian: "Добро утро, как се казвате и къде живеете?",
  burmese: "မင်္ဂလာပါ၊ သင့်နာမည် ဘယ်လိုခေါ်ပါသလဲ။",
  cantonese: "早晨，你叫咩名呀？你住喺邊度？",
  croatian: "Dobro jutro, kako se zovete i gdje živite?",
  czech: "Dobré ráno, jak se jmenujete a kde bydlíte?",
  dari: "صبح بخیر، نام شما چیست و کجا زندگی می‌کنید؟",
  dutch: "Goedemorgen, wat is uw naam en waar woont u?",
  dzongkha: "ཁྱོད་ཀྱི་མིང་ག་ཅི་སྨོ།",
  filipino: "Magandang umaga, ano ang pangalan mo at saan ka nakatira?",
  finnish: "Hyvää huomenta, mikä teidän nimenne on ja missä asutte?",
  french: "Bonjour, comment vous appelez-vous et où habitez-vous ?",
  german: "Guten Morgen, wie heißen Sie und wo wohnen Sie?",
  greek: "Καλημέρα, πώς σας λένε και πού μένετε;",
  gujarati: "સુપ્રભાત, તમારું નામ શું છે અને તમે ક્યાં રહો છો?",
  hazaragi: "صبح بخیر، نام شمو چیه و کجا زندگی مونید؟",
  hindi: "नमस्ते, आपका नाम क्या है और आप कहाँ रहते हैं?",
  hungarian: "Jó reggelt, hogy hívják önt, és hol lakik?",
  igbo: "Ụtụtụ ọma, gịnị bụ aha gị na ebee ka i bi?",
  indonesian: "Selamat pagi, siapa nama Anda dan di mana Anda tinggal?",
  italian: "Buongiorno, come si chiama e dove abita?",
  japanese: "おはようございます。お名前は何ですか。どこに住んでいますか。",
  kannada: "ಶುಭೋದಯ, ನಿಮ್ಮ ಹೆಸರೇನು ಮತ್ತು ನೀವು ಎಲ್ಲಿ ವಾಸಿಸುತ್ತೀರಿ?",
  khmer: "អរុណសួស្តី តើអ្នកឈ្មោះអ្វី ហើយអ្នករស់នៅឯណា?",
  korean: "안녕하세요, 성함이 어떻게 되시고 어디에 사세요?",
  macedonian: "Добро утро, како се викате и каде живеете?",
  malay: "Selamat pagi, siapakah nama anda dan di manakah anda tinggal?",
  malayalam: "സുപ്രഭാതം, നിങ്ങളുടെ പേരെന്താണ്, നിങ്ങൾ എവിടെയാണ് താമസിക്കുന്നത്?",
  mandarin: "早上好，您叫什么名字？您住在哪里？",
  marathi: "सुप्रभात, तुमचे नाव काय आहे आणि तुम्ही कुठे राहता?",
  nepali: "शुभ प्रभात, तपाईंको नाम के हो र तपाईं कहाँ बस्नुहुन्छ?",
  odia: "ଶୁଭ ସକାଳ, ଆପଣଙ୍କ ନାମ କ'ଣ ଏବଂ ଆପଣ କେଉଁଠାରେ ରୁହନ୍ତି?",
  pashto: "سهار مو پخیر، ستاسو نوم څه دی او چېرته اوسېږئ؟",
  persian: "صبح بخیر، اسم شما چیست و کجا زندگی می‌کنید؟",
  polish: "Dzień dobry, jak się pan nazywa i gdzie pan mieszka?",
  portuguese: "Bom dia, como se chama e onde mora?",
  punjabi: "ਸਤ ਸ੍ਰੀ ਅਕਾਲ, ਤੁਹਾਡਾ ਨਾਮ ਕੀ ਹੈ ਅਤੇ ਤੁਸੀਂ ਕਿੱਥੇ ਰਹਿੰਦੇ ਹੋ?",
  romanian: "Bună dimineața, cum vă numiți și unde locuiți?",
  russian: "Доброе утро, как вас зовут и где вы живёте?",
  serbian: "Добро јутро, како се зовете и где живите?",
  sinhalese: "සුභ උදෑසනක්, ඔබගේ නම කුමක්ද, ඔබ කොහෙද ජීවත් වන්නේ?",
  somali: "Subax wanaagsan, magacaagu waa maxay, xaggeese ku nooshahay?",
  spanish: "Buenos días, ¿cómo se llama usted y dónde vive?",
  swahili: "Habari za asubuhi, jina lako ni nani na unaishi wapi?",
  tamil: "காலை வணக்கம், உங்கள் பெயர் என்ன, நீங்கள் எங்கே வசிக்கிறீர்கள்?",
  telegu: "శుభోదయం, మీ పేరు ఏమిటి మరియు మీరు ఎక్కడ నివసిస్తున్నారు?",
  thai: "สวัสดีครับ คุณชื่ออะไร และคุณอาศัยอยู่ที่ไหน",
  turkish: "Günaydın, adınız nedir ve nerede oturuyorsunuz?",
  ukrainian: "Доброго ранку, як вас звати і де ви живете?",
  urdu: "صبح بخیر، آپ کا نام کیا ہے اور آپ کہاں رہتے ہیں؟",
  vietnamese: "Chào buổi sáng, anh tên là gì và anh sống ở đâu?",
  yoruba: "Ẹ káàárọ̀, kí ni orúkọ yín, níbo ni ẹ ń gbé?",
};
const others = Object.entries(sentences);

it("the test sentences cover every language except English", () => {
  const named = new Set(others.map(([name]) => name));
  expect(languageNames.filter((name) => !named.has(name))).toEqual(["english"]);
});

describe.each(languageNames.filter((name) => name !== "english"))("a sentence in %s", (language) => {
  const sentence = sentences[language];

  it("is recognised as text in the script of its language", () => {
    expect(isWrittenInScriptOf(language, sentence)).toBe(true);
    // Some systems store letters with marks in the decomposed form (NFD).
    expect(isWrittenInScriptOf(language, sentence.normalize("NFD"))).toBe(true);
  });

  it("is distinguished from an English sentence in either order", () => {
    expect(findEnglish(language, english, sentence)).toBe("one");
    expect(findEnglish(language, sentence, english)).toBe("other");
    expect(isPlainlyEnglish(language, sentence)).toBe(false);
  });

  it("is reported if it is swapped with an English sentence", () => {
    const segment = { name: "Doctor", original_language: "english" as const };
    const right = { ...segment, original_script: english, translated_script: sentence };
    const swapped = { ...segment, original_script: sentence, translated_script: english };
    expect(findSegmentProblems(right, language)).toEqual([]);
    expect(findSegmentProblems(swapped, language)).toEqual([expect.stringContaining("seem to be swapped")]);
  });
});

/** Sentences with words that look like English words. */
const deceiving: readonly (readonly [LanguageName, string, string])[] = [
  [
    "dutch",
    "Is dat in de week van maandag, of is het in een andere week?",
    "Certainly, madam, Tuesday afternoon suits everybody.",
  ],
  ["spanish", "Ella me ha dicho que no, a las dos me he ido a casa.", "Quite right, Maria left early."],
  ["italian", "Non so se in casa a Roma i due figli mi hanno sentito.", "Perhaps Rome was noisy."],
  [
    "german",
    "In was für einer Wohnung war er so lange, und will er in Wien bleiben?",
    "Let us ask Vienna about housing.",
  ],
  ["polish", "Co to za dom i na czym my do jutra stoimy?", "Please explain tomorrow's schedule."],
  ["croatian", "A to on i ja do sutra moramo na sud.", "We must appear tomorrow."],
  ["vietnamese", "Anh to con can an do me nau.", "Big people eat home cooking."],
  ["somali", "In uu is yidhi waa inaan la hadlo, so ma aha?", "He said so himself."],
  ["hungarian", "Az is egy jó hely, de be is kell a papírokat adni.", "Paperwork must be handed over."],
  ["romanian", "Ea are un copil și am un plan, a zis că are bani.", "She mentioned some savings."],
  ["turkish", "Can on yaşında, at çok hızlı ve o an geldi.", "John is ten."],
  ["albanian", "Do të shkoj me ju a do të vini në shtëpi?", "Shall we travel together?"],
];

it.each(deceiving)(
  "isPlainlyEnglish returns false for text in %s with words that look English",
  (language, text, translation) => {
    expect(isPlainlyEnglish(language, text)).toBe(false);
    expect(findEnglish(language, text, translation)).not.toBe("one");
  },
);

it("isWrittenInScriptOf rejects text that is mostly in the script of another language", () => {
  expect(isWrittenInScriptOf("macedonian", english)).toBe(false);
  expect(isWrittenInScriptOf("serbian", "Dobro jutro, kako se zovete?")).toBe(true);
  expect(isWrittenInScriptOf("english", sentences.serbian)).toBe(false);
  expect(isWrittenInScriptOf("nepali", sentences.tamil)).toBe(false);
  expect(isWrittenInScriptOf("urdu", sentences.hindi)).toBe(false);
  expect(isWrittenInScriptOf("punjabi", sentences.hindi)).toBe(false);
  // Three of the six characters in Devanagari are marks.
  expect(isWrittenInScriptOf("nepali", "किताबे abcdef")).toBe(true);
  expect(isWrittenInScriptOf("nepali", "किताबे abcdefg")).toBe(false);
});

it("isPlainlyEnglish returns false for text with English words that is mostly in another script", () => {
  expect(isPlainlyEnglish("nepali", "तपाईंको नाम (A), (A), (A) र (A) हो, तपाईं कहाँ बस्नुहुन्छ")).toBe(false);
});

it("isWrittenInScriptOf allows an English name in Nepali text, and digits alone", () => {
  expect(isWrittenInScriptOf("nepali", "डाक्टर Smith ले भन्नुभयो")).toBe(true);
  expect(isWrittenInScriptOf("tamil", "2,450")).toBe(true);
});

it("findSegmentProblems reports a segment with two English texts", () => {
  const segment = { name: "Doctor", original_language: "english" as const, original_script: english };
  const problems = findSegmentProblems(
    { ...segment, translated_script: "This is what they would have said to you." },
    "spanish",
  );
  expect(problems).toEqual(["has two texts in English; one should be in spanish"]);
});

it.each<[LanguageName, string, string]>([
  ["spanish", "El jueves pasado otro coche chocó contra el mío.", "Last Thursday another car hit mine in a car park."],
  ["vietnamese", "Chúng tôi mở cửa từ thứ Hai.", "Open Monday till Friday."],
  ["french", "L'été prochain, après l'école.", "Next summer, after school."],
])("findEnglish recognises %s by its letters if English function words do not decide", (language, text, english) => {
  expect(findEnglish(language, text, english)).toBe("other");
  expect(findEnglish(language, english, text)).toBe("one");
});

it("findEnglish returns null if only one accented letter shows which text is English", () => {
  expect(findEnglish("spanish", "Cafés Lima.", "Lima cafes.")).toBeNull();
});
