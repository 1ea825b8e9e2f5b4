import type { ExpectedUnit, UnitRecognition } from "../../../domain/recognition/recognised-units.ts";

export type TranscriptRow = { unit: ExpectedUnit; transcript: string; expected: UnitRecognition };

type Said = { [outcome in UnitRecognition]?: readonly string[] };

const outcomes = ["heard", "not-heard", "unsure"] as const;

const rowsOf = (unit: ExpectedUnit, said: Said): TranscriptRow[] =>
  outcomes.flatMap((expected) => (said[expected] ?? []).map((transcript) => ({ unit, transcript, expected })));

const rowsOfKind =
  (kind: ExpectedUnit["kind"]) =>
  (text: string, said: Said, accepted?: readonly string[]): TranscriptRow[] =>
    rowsOf(accepted ? { kind, text, accepted } : { kind, text }, said);

const number = rowsOfKind("number");
const date = rowsOfKind("date");
const name = rowsOfKind("name");
const negation = rowsOfKind("negation");
const term = rowsOfKind("term");
const keyIdea = rowsOfKind("key-idea");

const numbers = [
  ...number("a twenty-five-kilo box", {
    heard: [
      "it was on the 12th of may in the warehouse i lifted a 25 kilo box and turned to put it on the shelf",
      "I lifted a box of 25 kg, and I turned around.",
      "um i was lifting a twenty five kilo uh box in the warehouse",
      "i lift one box twenty five kilogram and turn to put on the shelf",
    ],
    "not-heard": [
      "i lifted a 35 kilo box and turned to put it on the shelf",
      "i lifted a heavy box and turned and felt a sharp pull",
    ],
    unsure: ["i lifted a 25 pound box and turned to put it on the shelf"],
  }),
  ...number("five hundred and sixty dollars", {
    heard: [
      "and what about the fine of $560 right now i don't have enough money",
      "what about the five hundred sixty dollar fine",
      "the fine is five hundred and um five hundred and sixty dollars i can't pay it at once",
      "the fine is 516 sorry 560 dollars",
    ],
    "not-heard": [
      "And what about the fine of $516?",
      "what about the fine right now i don't have money",
      "the fine is 560 no sorry 516 dollars",
    ],
    unsure: ["what about the fine of 560 euros right now i don't have enough money"],
  }),
  ...number("seventy-eight kilometres an hour", {
    heard: [
      "in february i was doing 78 km/h in a 60 zone",
      "I drove 78 kilometers per hour in a sixty zone but the fine went to my old address",
    ],
    "not-heard": [
      "in february i was doing 87 kilometres an hour in a 60 zone",
      "i was driving too fast in a sixty zone in february",
    ],
    unsure: ["i was driving 60 kilometres an hour in a 78 zone"],
  }),
  ...number("a sixty zone", {
    heard: ["i was doing 78 in a 60 zone", "seventy eight kilometers where the limit was sixty"],
    "not-heard": ["i was doing 78 kilometres an hour in a 16 zone"],
  }),
  ...number("at half past eight", {
    heard: [
      "the accident happened on the 9th of july at 8:30 in the morning near black town station",
      "on the ninth of july at eight thirty in the morning",
      "it was 8.30 a.m. near the station",
      "the accident was at 830 in the morning near the station",
      "it happened at half past 8 in the morning",
    ],
    "not-heard": [
      "the accident happened on the 9th of july at half past nine in the morning",
      "it happened at eight o'clock in the morning near the station",
      "the accident happened in the morning near the station",
    ],
  }),
  ...number("room seven hundred and two", {
    heard: ["it is in room seven o two"],
    "not-heard": ["come at seven o'clock two people wait"],
  }),
  ...number("about a quarter past eight", {
    heard: ["it happened yesterday around 8:15 in the morning", "yesterday about eight fifteen i was taking my kids"],
    "not-heard": ["it happened at the roundabout yesterday at a quarter to eight in the morning"],
  }),
  ...number("fifteen hundred dollars", {
    heard: [
      "we've even paid $1,500 for her tutoring",
      "we even paid one thousand five hundred dollars for her tutor",
      "we already spent one and a half thousand dollars for tutoring",
      "we have paid 1500 bucks for the tutoring",
    ],
    "not-heard": ["we've even paid $15,000 for her tutoring", "we even paid a lot of money for her tutoring"],
  }),
  ...number("one thousand six hundred and fifty dollars", {
    heard: ["i owe three weeks rent that is 1650 dollars", "three weeks rent that is sixteen hundred and fifty"],
    "not-heard": ["it says i owe three weeks rent that is $1,615"],
  }),
  ...number("three weeks' rent", {
    heard: ["it says i owe 3 weeks rent that is 1650 dollars", "I owe the rent for three weeks."],
    "not-heard": ["it says i owe rent and i must leave the flat"],
    unsure: ["it says i owe three months rent and i must leave the flat"],
  }),
  ...number("for two and a half years", {
    heard: [
      "i've been driving a truck for 2.5 years",
      "i have been driving a truck for two years and a half",
      "I've driven a truck for this company for 2 1/2 years.",
      "i drove a truck for the company for thirty months",
    ],
    "not-heard": ["i've been driving a truck for the company for two years", "i drive a truck for a company long time"],
  }),
  ...number("two years and three months", {
    heard: [
      "i drove a forklift there for 2 years and 3 months",
      "i drove the forklift for 27 months in that warehouse",
    ],
    "not-heard": ["i drove a forklift at that furniture warehouse for several years"],
    unsure: ["i drove a forklift at that furniture warehouse for two years"],
  }),
  ...number("about thirty hours", {
    heard: ["i work around 30 hours from wednesday to sunday"],
    "not-heard": ["i work about 13 hours from wednesday to sunday", "i work from wednesday to sunday cash in envelope"],
  }),
  ...number("twice a week", {
    heard: ["he has physio two times a week", "the physio comes 2 times per week", "she sees him twice every week"],
    "not-heard": ["the physio comes three times a week", "the physio comes every week to see him"],
    unsure: ["the physio comes to see him twice a month"],
  }),
  ...number("four seven two nine eight", {
    heard: [
      "my policy number is 47298 the accident happened the day before yesterday",
      "my policy number is four seven two nine eight",
      "policy number 4 7 2 9 8 and the accident was on july 9",
    ],
    "not-heard": ["my policy number is 47289", "my policy number is four seven two nine and the accident was in july"],
  }),
  ...number("two sinks", {
    heard: ["there are already a couple of sinks at the back", "there's 2 sinks already do i need another one"],
    "not-heard": ["there are already three sinks at the back"],
    unsure: [
      "my two brothers work there and there are three sinks at the back",
      "there are already to sinks at the back do i need another",
    ],
  }),
  ...number("for half an hour", {
    heard: ["i waited for half an hour at the clinic", "i waited thirty minutes at the clinic", "we waited half hour"],
    "not-heard": ["i waited for an hour at the clinic", "i waited a while at the clinic"],
  }),
  ...number("cut my shifts by half", {
    heard: ["the factory cut my shifts in half", "because they halved my shifts", "they reduced my shifts by 50%"],
    "not-heard": ["i fell behind because the factory cut my shifts"],
  }),
  ...number("sixty-two thousand dollars", {
    heard: ["we have saved $62,000 in four years", "we saved sixty two thousand in 4 years"],
    "not-heard": ["we've saved 72 thousand dollars in four years", "we have saved 62 dollars in four years"],
  }),
  ...number("four and a half thousand dollars", {
    heard: ["i owe $4,500 on my credit card", "i owe 4 and a half thousand on the card", "i owe forty five hundred"],
    "not-heard": ["but i owe four thousand dollars on my credit card", "but i owe $45,000 on my credit card"],
  }),
  ...number("within seven days", {
    heard: [
      "i wrote it down and returned the report in 7 days",
      "i returned the report within a week but lost my copy",
    ],
    "not-heard": ["i returned the report within ten days", "i returned the report straight away but i lost my copy"],
  }),
  ...number("ten per cent GST", {
    heard: ["i have to add 10% gst to every price", "a friend told me to add ten percent gst"],
    "not-heard": ["a friend told me i have to add gst to every price"],
  }),
  ...number("three or four times", {
    heard: ["i called them 3 or 4 times", "i rang 3-4 times but nobody answered"],
    "not-heard": ["i called them many times but nobody answered"],
    unsure: ["i called them four times but nobody answered"],
  }),
  ...number("from nine until one", {
    heard: ["the class is from 9 to 1 on weekdays", "it's between nine a.m. and one p.m."],
    "not-heard": ["the class is from eight to two on weekdays", "the class is in the morning on weekdays"],
    unsure: ["the class is from 9 until 2 on weekdays"],
  }),
  ...number("seven weeks old", {
    heard: ["my baby is 7 weeks old and my husband left last month"],
    "not-heard": ["my baby is very small and my husband left last month"],
    unsure: ["my baby is seven months old and my husband left last month"],
  }),
  ...number("one aspirin tablet a day", {
    heard: ["i take 1 aspirin a day do i need to stop", "i take an aspirin tablet every day do i need to stop it"],
    "not-heard": ["i take two aspirin tablets a day do i need to stop"],
  }),
  ...number("until midnight every night", {
    heard: ["she stays up until 12 every night", "she stays awake till midnight and says she's studying"],
    "not-heard": ["she stays up very late every night and says that she's studying"],
  }),
  ...number("for a few hours", {
    heard: ["is there anyone who could stay with her for a few hours"],
    unsure: ["is there someone who can stay with her for some time"],
  }),
  ...number("more than five kilos", {
    heard: ["it says i must not lift over 5 kg but my supervisor keeps sending me to unload"],
    "not-heard": [
      "it says i mustn't lift more than fifteen kilos",
      "it says i mustn't lift heavy things but karen sends me",
    ],
  }),
  ...number("twelve hundred dollars a week", {
    heard: ["my husband drives a truck and earns about $1200 a week", "he earns 1,200 dollars every week"],
    "not-heard": ["my husband is a truck driver and earns about $200 a week"],
    unsure: ["my husband is a truck driver and earns about 1200 dollars a month"],
  }),
  ...number("wait four years", {
    heard: ["i've heard you have to wait 4 years to get a payment"],
    "not-heard": ["i've heard you have to wait to get a payment is that true"],
    unsure: ["i've heard you have to wait for years to get a payment"],
  }),
  ...number(
    "for fifteen months",
    {
      heard: ["we've had private health insurance for a year and a quarter", "we have had insurance for 15 months"],
      "not-heard": ["we've had private health insurance for fifty months", "we've had private health insurance"],
    },
    ["a year and a quarter"],
  ),
  ...number("the first ten weeks", {
    heard: ["hello doctor for the first 10 weeks i vomited every day"],
    "not-heard": ["hello doctor at first i vomited every day but that has stopped now"],
  }),
  ...number("one hundred and sixty-four dollars", {
    heard: [
      "my plan is 39 but this bill is 164 dollars",
      "yes the bill is a hundred and sixty four dollars",
      "it's one six four dollars this month",
    ],
    "not-heard": ["the bill is 146 dollars but my plan is 39", "my plan is 39 dollars but the bill is much more"],
  }),
  ...number("about forty photos", {
    heard: ["i took around 40 photos of the damage", "there's forty pictures on my phone"],
    "not-heard": ["i took around 14 photos of the damage", "i took lots of photos of the damage"],
  }),
  ...number("three days a week", {
    heard: ["he goes to the childcare 3 days per week", "three days every week he's in care"],
    "not-heard": ["he goes to the childcare two days a week", "he goes to the childcare part time"],
    unsure: ["he goes to the child care three times a month"],
  }),
  ...number("thirty-two dollars an hour", {
    heard: ["they pay me $32 an hour", "i'm getting 32 dollar per hour", "it's thirty two an hour"],
    "not-heard": ["they pay me 23 dollars an hour", "they pay me by the hour"],
    unsure: ["they pay me 32 dollars a day"],
  }),
  ...number("eight hundred dollars every month", {
    heard: ["i send her 800 dollars monthly", "every month i send eight hundred", "i send $800 each month to my wife"],
    "not-heard": ["i send her eighteen hundred dollars every month", "i send her money every month"],
  }),
  ...number("two-year-old daughter", {
    heard: ["i have a daughter who is two", "with my 2 year old daughter", "my daughter is two years old"],
    "not-heard": ["i live with my little daughter", "my daughter is twelve years old"],
  }),
  ...number("after nine", {
    heard: [
      "i keep the laptop in the living room after 9",
      "after nine o'clock the laptop stays with me",
      "from 9 p.m. on",
    ],
    "not-heard": ["i keep the laptop in the living room at night", "after ten the laptop stays in the living room"],
  }),
  ...number("until ten at night", {
    heard: ["i worked from 2 p.m. to 10 p.m.", "until 10 in the night", "i worked until 10:00"],
    "not-heard": ["i worked until late at night", "i worked until 8 at night"],
  }),
  ...number("two thousand and eighty dollars", {
    heard: [
      "i paid 2,080 dollars when i moved in",
      "i paid two thousand eighty dollars",
      "i paid twenty eighty when i moved in",
    ],
    "not-heard": [
      "i paid 2,800 dollars when i moved in",
      "i paid two thousand eighteen dollars",
      "i paid a bond when i moved in",
    ],
  }),
  ...number("code number seven", {
    heard: ["there is a code number 7 on the paper", "code seven it says"],
    "not-heard": ["there is a code number eleven on the paper", "there is some code on the paper"],
  }),
  ...number("sixteen steps", {
    heard: ["my bedroom is upstairs there are six no sorry sixteen steps", "there are sixteen i mean 16 steps"],
    "not-heard": ["my bedroom is upstairs there are sixteen sorry sixty steps"],
  }),
];

const dates = [
  ...date("until the fifth of August", {
    heard: [
      "she gave me until the 5th of august",
      "i have time until august 5",
      "until the fif um the fifth of August",
      "they gave me till 5 august to pay",
      "until the fifteenth sorry the fifth of august",
    ],
    "not-heard": [
      "she gave me until the 15th of august",
      "they gave me until august to pay the bond",
      "they gave me some time to pay the bond",
      "until the 5th of october i can pay the bond",
    ],
    unsure: ["they gave me until the fifth to pay the bond", "the new rent starts from the fifth of august"],
  }),
  ...date("by the twenty-third of October", {
    heard: ["i must leave the flat by october 23rd", "i must vacate the flat before the 23rd of october"],
    "not-heard": ["i must vacate the flat by the 22nd of october", "and that i must vacate the flat soon"],
    unsure: ["and that i must vacate the flat by the 23rd"],
  }),
  ...date("Sunday the twelfth of April", {
    heard: ["on sunday 12 april i worked from two until ten", "on sunday the 12th of april i worked from 2 to 10"],
    "not-heard": ["on sunday i worked from two in the afternoon until ten at night", "i worked from 2 pm until 10 pm"],
    unsure: ["on the 12th of april i worked from two until ten at night"],
  }),
  ...date("the middle of July", {
    heard: ["i'm planning to open in the middle of july", "then i plan to open mid july will the council come"],
    "not-heard": ["i'm planning to open in the middle of june", "i'm planning to open soon will the council come"],
    unsure: ["then i'm planning to open in july will the council come"],
  }),
  ...date("at the end of September", {
    heard: ["but at the end of september i asked about the overtime pay"],
    "not-heard": ["but at the end of the month i asked about overtime", "but i asked about the overtime pay once"],
    unsure: ["in september i asked about the overtime pay", "in late september i asked about the overtime pay"],
  }),
  ...date("since March", {
    heard: ["she's been a widow since march", "her husband died in march so since then she is alone"],
    "not-heard": ["she's been a widow since may", "she's been a widow and i worry about her"],
    unsure: ["she will be a widow until march"],
  }),
  ...date("in May", {
    heard: ["i gave up the job in may", "in may i stopped working at the bakery"],
    "not-heard": ["i gave up the job may i ask about the payment", "i gave up the job in march"],
  }),
  ...date("every Saturday morning", {
    heard: ["the class is on every saturday morning", "on saturday mornings she goes to nepali class"],
    "not-heard": ["she goes to class every sunday morning", "she goes to the class with her friends"],
    unsure: ["she goes to the class on saturdays", "she'll go to the class this saturday morning"],
  }),
  ...date("on Sundays", {
    heard: ["even on sundays he cries because he doesn't want to come", "he cries every sunday", "he cries on sunday"],
    "not-heard": ["he says he's stupid and he cries because he doesn't want to come"],
  }),
  ...date("on Tuesdays and Thursdays", {
    heard: ["i can't work evenings on tuesday and thursday", "on thursdays and tuesdays i can't work"],
    "not-heard": ["i can't work in the evening because of my daughter", "on mondays and wednesdays i can't work"],
    unsure: ["i can't work in the evening on tuesdays my daughter is six"],
  }),
  ...date("from Wednesday to Sunday", {
    heard: ["about thirty hours wednesday to sunday in cash", "i work from wednesday till sunday"],
    "not-heard": ["i work about thirty hours and i'm paid in cash"],
    unsure: ["i work 30 hours from wednesday to saturday in cash"],
  }),
  ...date("tomorrow", {
    heard: ["i'll ask them tomorrow my husband works nights", "tomorrow i will ask"],
    "not-heard": ["i'll ask them today my husband works nights", "i'll ask them my husband works nights"],
  }),
  ...date("I'll have the X-ray tomorrow morning", {
    heard: ["i will go for the x ray tomorrow morning", "tomorrow in the morning i'm doing the xray"],
    "not-heard": ["i will have the x-ray this afternoon", "ok i will have the x ray"],
    unsure: ["i'll have the x-ray tomorrow thank you doctor"],
  }),
  ...date("yesterday", {
    heard: ["yesterday he sent me a message saying i braked suddenly"],
    "not-heard": [
      "but he sent a message saying i'd braked suddenly",
      "the day before yesterday he sent a message saying that i braked",
    ],
  }),
  ...date("the day before yesterday", {
    heard: ["the accident happened the day before yesterday", "the accident happened two days ago at 8:30"],
    "not-heard": ["the accident happened yesterday near the station", "the accident happened near the station"],
  }),
  ...date("yesterday evening", {
    heard: ["i got a text message from the bank yesterday evening", "i got a text from the bank last night"],
    "not-heard": ["i got a text message from the bank and i pressed the link"],
    unsure: ["i got a text message from the bank yesterday and i pressed the link"],
  }),
  ...date("this evening", {
    heard: ["i'll lodge the claim online this evening", "i will lodge the claim tonight online"],
    "not-heard": ["i'll lodge the claim online", "i'll lodge the claim online tomorrow"],
    unsure: ["i'll lodge the claim online today"],
  }),
  ...date("last month", {
    heard: ["i've been on my own since my husband left last month"],
    "not-heard": ["i've been on my own since my husband left", "my husband will leave next month"],
    unsure: ["my husband left me a month ago and i'm on my own", "my husband left this past month or so"],
  }),
  ...date("next week", {
    heard: ["i will come back next week with the papers", "i'll bring them the following week"],
    "not-heard": ["i will come back with the papers", "i came last week with the papers"],
    unsure: ["i will come back in a week with the papers"],
  }),
  ...date("I start there next month", {
    heard: ["my company is moving me to brisbane and i start next month"],
    "not-heard": ["my company is moving me to brisbane so i'd like to leave early"],
    unsure: ["my company is moving me to brisbane and i start in a month"],
  }),
  ...date("This week", {
    heard: ["this week i'll lodge the application to change the use"],
    "not-heard": ["next week i'll lodge the application to change the use", "i'll lodge the application now"],
    unsure: ["i'll lodge the application during the week"],
  }),
  ...date("Two years ago", {
    heard: ["2 years ago i retired and came here to live with my daughter", "i retired two years ago"],
    "not-heard": ["i retired and came here to live with my daughter", "three years ago i retired and came here"],
    unsure: ["i retired two years back i think and came here"],
  }),
  ...date("in twenty seventeen", {
    heard: ["my first marriage ended in divorce in 2017", "i divorced in two thousand and seventeen"],
    "not-heard": ["my first marriage ended in 2007", "my first marriage ended in divorce do i mention that"],
  }),
  ...date("since twenty nineteen", {
    heard: ["i've been an australian citizen since 2019", "since twenty nineteen i am a citizen"],
    "not-heard": ["i've been an australian citizen since 1990", "i am an australian citizen we were married in lahore"],
  }),
  ...date("the fourteenth of March last year", {
    heard: ["we were married in lahore on the 14th of march last year"],
    "not-heard": ["we were married in lahore in march last year"],
    unsure: ["we got married in lahore on march 14"],
  }),
  ...date("on Wednesday at two", {
    heard: ["i'll be here on wednesday at 2 o'clock", "i'll come wednesday 2 pm", "see you on Wednesday at 2:00"],
    "not-heard": ["i'll be here at two in the meantime i'll choose stories", "i'll be here on thursday at two"],
    unsure: ["i'll be here on wednesday in the meantime i choose the stories"],
  }),
  ...date("Monday morning", {
    heard: ["could you inspect on monday morning i'll give you the keys"],
    "not-heard": ["could you inspect in the morning i'll give you the keys"],
    unsure: ["could you inspect on monday i'll give you the keys"],
  }),
  ...date("Good Friday", {
    heard: ["the same happened on good friday it was a public holiday"],
    "not-heard": ["the same happened on a public holiday so i expected more"],
    unsure: ["the same thing happened on friday it was a public holiday", "the same happened on easter friday"],
  }),
  ...date("last Christmas", {
    heard: ["he came to see us last christmas"],
    "not-heard": ["he came to see us last year"],
    unsure: ["he came to see us at christmas"],
  }),
  ...date("since Ramadan", {
    heard: ["i feel sick so since ramadan i've halved the dose", "since ramadhan i take half"],
    "not-heard": ["on an empty stomach i feel sick so i've halved the dose"],
  }),
  ...date("every night", {
    heard: ["i read him stories in spanish every night", "each night i read him stories in spanish"],
    "not-heard": ["i read him stories in spanish and i'll keep doing it"],
    unsure: ["i read him stories at night in spanish", "i read him stories every evening in spanish"],
  }),
  ...date("every week", {
    heard: ["the money comes into the bank weekly", "each week the money comes into the bank"],
    "not-heard": ["the money comes into my bank account"],
    unsure: ["the money comes into the bank this week"],
  }),
  ...date("over the weekend", {
    heard: ["if the wound turns red on the weekend i'll ring the number"],
    "not-heard": ["if the wound turns red i'll ring the number"],
  }),
  ...date("the court date", {
    heard: ["i won't drive any more until the court date"],
    unsure: ["i won't drive any more until i go to court"],
  }),
  ...date(
    "in a month",
    { heard: ["let's meet again in four weeks", "let's meet again in a month"], unsure: ["let's meet next month"] },
    ["in four weeks"],
  ),
  ...date("from the sixth of August", {
    heard: [
      "an email from 6 august nobody answered",
      "the email of the sixth of august",
      "an email dated august the sixth",
    ],
    "not-heard": ["i have the invoice and an email nobody answered", "an email from the 16th of august"],
    unsure: ["an email from the sixth that nobody answered"],
  }),
  ...date("next Monday", {
    heard: ["they gave me an appointment for next monday", "an appointment on monday next week"],
    "not-heard": ["they gave me an appointment for next tuesday", "they gave me an appointment"],
    unsure: ["they gave me an appointment on monday"],
  }),
  ...date("before Friday", {
    heard: ["i'll send you a copy before friday", "by friday i'll send you a copy"],
    "not-heard": ["i'll send you a copy as soon as i can", "i'll send you a copy before thursday"],
    unsure: ["i will send you a copy after friday"],
  }),
  ...date("last year", {
    heard: ["i got a police check last year", "i did one last year already"],
    "not-heard": ["i already got one so i could help", "i got one last week already"],
    unsure: ["i got one a year ago", "i already got one this past year"],
  }),
  ...date("at five thirty on Thursday", {
    heard: ["the meeting is thursday at 5:30", "on thursday half past five"],
    "not-heard": ["the meeting is at five thirty", "the meeting is on tuesday at 5:30"],
    unsure: ["the meeting is on thursday"],
  }),
  ...date("this afternoon", {
    heard: ["i'll ring them this afternoon", "this afternoon i will call"],
    "not-heard": ["i'll ring them tomorrow", "i'll ring them and lodge the claim"],
    unsure: ["i'll ring them in the afternoon", "i'll ring them today"],
  }),
  ...date("in the evening", {
    heard: ["i study in the evening", "i work from early morning so i study evenings"],
    "not-heard": ["i work on a farm so i can't study before", "in the morning i study"],
    unsure: ["i study at night because i work on a farm"],
  }),
  ...date("Saturday the twenty-eighth", {
    heard: ["i'm moving out on saturday 28th", "i move on saturday the 28"],
    "not-heard": ["i'm moving out on saturday", "i'm moving out on saturday the 27th"],
    unsure: ["i'm moving out on the 28th"],
  }),
  ...date("from July to January", {
    heard: ["i worked in a bakery from july until january", "july to january i was in a bakery"],
    "not-heard": ["i worked in a bakery for seven months"],
    unsure: ["i worked in a bakery from june to january"],
  }),
  ...date("on the twenty-fourth of July", {
    heard: [
      "the appointment is on 24/7/2026",
      "the appointment is on 24/7",
      "it's open from 24/7 to 30/7",
      "it's open until the 24/7",
      "the appointment is on 7/24",
    ],
    "not-heard": ["the service is open 24/7", "24/7 you can call the hotline", "they answer 24/7, every day"],
  }),
  ...date("on the third of April", { heard: ["the shop opens 3/4", "the shop opens on 3/4/26"] }),
  ...date("on Thursday", {
    heard: ["the doctor says on tuesday sorry on thursday i'm going home"],
    "not-heard": ["the doctor says on thursday i mean on tuesday i'm going home"],
  }),
];

const names = [
  ...name("Blacktown station", {
    heard: [
      "the accident was near black town station at half past eight",
      "it happened near blacktown station",
      "near the blackton station at 8:30 in the morning",
    ],
    "not-heard": ["the accident happened the day before yesterday at half past eight in the morning"],
  }),
  ...name("Medicare", {
    heard: [
      "does medicare cover part of it",
      "does med care cover the cost",
      "is it covered by Medicare",
      "does medical cover it",
    ],
    "not-heard": ["is part of it covered or do i pay myself"],
    unsure: ["does the medication cover some part of it"],
  }),
  ...name("a Medicare card", {
    heard: ["i have a sri lankan passport and a medicare card", "i have a sri lankan passport and medicare"],
    "not-heard": ["i have a sri lankan passport but i don't have a licence"],
  }),
  ...name("Darren Murphy", {
    heard: ["his name is darren murphy but he didn't tell me his insurance", "his name is Darron Murphey"],
    "not-heard": ["he told me his name but he didn't tell me his insurance company"],
    unsure: ["his name is darren but he didn't tell me his insurance company", "his name is darren morrison"],
  }),
  ...name("from Melbourne to Albury", {
    heard: ["i go from melbourne to albury five nights a week", "i drive from melbourne to all berry every night"],
    "not-heard": ["the truck belongs to the company i drive five nights a week"],
    unsure: ["i go from melbourne to sydney five nights a week"],
  }),
  ...name("in Kathmandu", {
    heard: [
      "i worked in a hospital in kathmandu",
      "i was a nurse in cat man do",
      "i was a nurse in katmandu for years",
    ],
    "not-heard": ["i worked there as a nurse for six years"],
  }),
  ...name("in Pokhara", {
    heard: ["i studied in pokara before i came", "my family lives in Pokhara"],
    "not-heard": ["i studied there for three years before i came here"],
    unsure: ["i studied in bukhara before i came here"],
  }),
  ...name("in Jaffna", {
    heard: ["i worked as a maths teacher in jafna for 22 years", "i was a teacher in jaffna"],
    "not-heard": ["i worked as a maths teacher for 22 years"],
  }),
  ...name("in Madurai", {
    heard: ["when my daughter was born in madurai i was in labour for 20 hours", "in maduri i was in labor"],
    "not-heard": ["when my daughter was born i was in labour for twenty hours"],
  }),
  ...name("in Butwal", {
    heard: ["i was a primary school teacher in butwal", "i was a teacher in but wall for 19 years"],
    "not-heard": ["i was a primary school teacher for nineteen years"],
  }),
  ...name("Beirut", {
    heard: ["my mother has a small house in beirut that nobody lives in", "she has a house in bay root"],
    "not-heard": ["my mother also has a small house that nobody lives in"],
  }),
  ...name("Cebu", {
    heard: ["three of us are here and one is in cebu", "one of us is in sebu"],
    "not-heard": ["there are four of us three here and one in our country"],
  }),
  ...name("Brisbane", {
    heard: ["my company is moving me to brisbane", "my company moves me to brisben next month"],
    "not-heard": ["my company is moving me to another city"],
  }),
  ...name("My daughter Asmita", {
    heard: ["my daughter asmita is in year three", "my daughter as mita doesn't like school"],
    "not-heard": ["my daughter is in year three and she likes school"],
    unsure: ["my daughter smith is in year three"],
  }),
  ...name("Karen, my supervisor", {
    heard: ["but karen my supervisor keeps sending me to unload trucks", "my supervisor caren sends me to trucks"],
    "not-heard": ["but my supervisor keeps sending me to unload trucks"],
  }),
  ...name("on Acacia Road", {
    heard: ["i live on acacia road next to the park", "i was driving on a kasha road"],
    "not-heard": ["i live near the park with my family"],
    unsure: ["i live on acacia street next to the park"],
  }),
  ...name("on Banksia Street", {
    heard: ["there was an accident on banksia street", "it happened on banksya street this morning"],
    "not-heard": ["there was an accident on the street this morning"],
  }),
  ...name("TAFE", {
    heard: ["my husband did that course at tafe last year", "he did the course at TAFE", "he did it at taff last year"],
    "not-heard": ["my husband did that course at college last year"],
  }),
  ...name("the NAPLAN tests", {
    heard: ["will he get more time in the naplan test in march", "more time in the nap plan tests"],
    "not-heard": ["will he be given more time in the tests in march"],
  }),
  ...name("the Telecommunications Industry Ombudsman", {
    heard: ["i can complain to the telecommunications industry ombudsman"],
    "not-heard": ["i can complain to someone about my phone company"],
    unsure: ["i can complain to the ombudsman", "i can complain to the telecommunication office"],
  }),
  ...name("the Dashain festival", {
    heard: ["the dashain festival is in two weeks", "the dashayn festival is only two weeks away"],
    "not-heard": ["my customers are already asking for rice"],
  }),
  ...name("in the mines in Western Australia", {
    heard: ["his father works in mines in western australia since may"],
    "not-heard": ["his father works in the mines since may"],
    unsure: ["his father works in the mines in australia"],
  }),
  ...name("near the bus station", {
    heard: ["i found a small shop near the bus station"],
    "not-heard": ["i found a small shop for six hundred and fifty dollars"],
    unsure: ["i found a small shop near the station"],
  }),
  ...name("at the bank and with Medicare", {
    heard: ["i have to change it at the bank and with medicare"],
    "not-heard": ["i have to change my address at the bank"],
  }),
  ...name("Amman", { heard: ["my niece in aman is getting married in december"] }),
  ...name("Centrelink", { heard: ["the people at family services told me to come"] }, ["family services"]),
  ...name("Centrelink", {
    heard: ["i went to center link yesterday", "i went to centrelink", "i went to sentralink office"],
    "not-heard": ["i went to the office yesterday to ask about payment"],
  }),
  ...name("in Chitwan", {
    heard: ["my parents live in chitwan", "in citwan there is my house"],
    "not-heard": ["my parents live in nepal with my brother"],
    unsure: ["my parents live in chit one"],
  }),
  ...name("Westmead Hospital", {
    heard: ["i was in west mead hospital", "they took me to westmeat hospital"],
    "not-heard": ["they took me to the hospital by ambulance"],
    unsure: ["they took me to westmead by ambulance"],
  }),
  ...name("Doctor Nguyen", {
    heard: ["i saw doctor nguyen on monday", "i saw doctor nguyan on monday"],
    "not-heard": ["i saw another person at the clinic on monday"],
    unsure: ["i saw the doctor on monday", "i saw doctor when on monday"],
  }),
  ...name("Liverpool", {
    heard: ["i live in liver pool now", "we moved to liverpool"],
    "not-heard": ["we moved to a new suburb", "we moved to parramatta"],
  }),
];

const negations = [
  ...negation("can't afford a podiatrist's fee", {
    heard: [
      "but i can't afford a podiatrist fee my husband is unemployed",
      "i cannot afford the fee of the podiatrist",
      "i am not able to afford a podiatrist",
      "i'm unable to afford the podiatrist's fee",
    ],
    "not-heard": ["all right i will afford the podiatrist's fee my husband works"],
    unsure: ["the podiatrist is too expensive my husband is unemployed", "but i can afford a podiatrist's fee"],
  }),
  ...negation("I didn't need insulin", {
    heard: ["i had gestational diabetes but i didn't need insulin", "but there was no need for insulin"],
    "not-heard": ["i also had gestational diabetes and i needed insulin"],
    unsure: ["i also had gestational diabetes and they did a caesarean"],
  }),
  ...negation("have no Medicare", {
    heard: ["we are on a temporary visa and don't have medicare", "we're on a temporary visa without medicare"],
    "not-heard": ["we're on a temporary visa and have medicare and private health insurance"],
    unsure: ["we're on a temporary visa with private health insurance"],
  }),
  ...negation("no alcohol", {
    heard: ["i'll sell meat rolls and coffee but no alcohol", "rice paper rolls and coffee i won't sell alcohol"],
    "not-heard": ["i'll only sell meat rolls and coffee and alcohol"],
    unsure: ["i'll only sell meat rolls rice paper rolls and coffee"],
  }),
  ...negation("Nobody told me that", {
    heard: ["nobody told me that i paid a deposit", "no one told me that", "they never told me about that"],
    "not-heard": ["they told me that and i paid a deposit of 800 dollars"],
    unsure: ["this is news to me i paid a deposit of 800 dollars"],
  }),
  ...negation("I've never received a payslip", {
    heard: ["the money comes to the bank but i never received a payslip", "i haven't received any pay slip"],
    "not-heard": ["twelve hundred and fifty dollars come to the bank and i've received a payslip every week"],
    unsure: ["i've kept my logbooks and invoices safely"],
  }),
  ...negation("don't have private health insurance", {
    heard: [
      "also i don't have private health insurance",
      "i have no private health insurance",
      "i dont have private insurance",
    ],
    "not-heard": ["also i have private health insurance how long is the wait"],
    unsure: ["how long is the wait to see a specialist"],
  }),
  ...negation("won't sign it", {
    heard: ["if they ask me to sign i won't sign it", "i will not sign anything", "i'm never going to sign it"],
    "not-heard": ["if the company asks me i will sign it and show it to you"],
    unsure: ["if they want that i will refuse to sign it"],
  }),
  ...negation("didn't call the police", {
    heard: ["so we didn't call the police", "we did not call police because it was small", "the police wasn't called"],
    "not-heard": ["a white van hit me from behind so we called the police"],
    unsure: ["a white van hit me from behind at a red light"],
  }),
  ...negation("can't drive the car", {
    heard: ["the boot is broken so i can't drive the car", "i'm not able to drive my car", "the car i cannot drive it"],
    unsure: ["so i can drive the car will you give me another", "the car is impossible to drive until it's fixed"],
    "not-heard": ["the boot is open and i drive the car to work"],
  }),
  ...negation("not allowed to drive", {
    heard: ["if i'm not allowed to drive i'll lose my job", "if they don't allow me to drive"],
    "not-heard": ["i deliver goods and i am allowed to drive i'll lose my job"],
    unsure: ["i deliver goods and if i'm banned from driving i'll lose my job"],
  }),
  ...negation("isn't recognised here yet", {
    heard: ["my qualification isn't recognized here yet", "my qualification has not been recognised here"],
    "not-heard": ["i was a nurse and my qualification is recognised here"],
    unsure: ["my qualification is still unrecognised here"],
  }),
  ...negation("still isn't registered", {
    heard: ["the baby's birth is still not registered", "the birth still isn't registered"],
    "not-heard": ["the baby's birth is registered and my husband took the form"],
    unsure: ["the baby's birth is still unregistered and my husband took the form"],
  }),
  ...negation("nobody lives in", {
    heard: ["my mother has a house that nobody lives in", "a small house where no one is living", "nobody live there"],
    "not-heard": ["my mother has a small house in beirut that she lives in"],
    unsure: ["my mother has a small empty house in beirut"],
  }),
  ...negation("never paid me back", {
    heard: ["the agent never paid me back the 380 dollars", "the agent still hasn't paid me back"],
    "not-heard": ["i paid for the heater and the agent paid me back the 380 dollars"],
    unsure: ["i fixed the water heater and i am waiting for the 380 dollars"],
  }),
  ...negation("hardly ever gave me payslips", {
    heard: [
      "the boss hardly ever gave me payslips",
      "the boss hardly gave me pay slips only four",
      "he didn't give me payslips",
    ],
    "not-heard": ["and the boss gave me payslips four in all"],
    unsure: ["the boss rarely sent any papers only four in all"],
  }),
  ...negation("afraid to ring the bank", {
    heard: [
      "i've been afraid to ring the bank",
      "i was scared to ring the bank in case",
      "i'm frightened to ring my bank",
    ],
    "not-heard": ["i ring the bank because they want everything back at once"],
    unsure: ["i feel nervous about the whole thing"],
  }),
  ...negation("Could the owner refuse because of that", {
    heard: ["but he has a cat could the owner refuse because of that", "can the owner refuse because of it"],
    "not-heard": ["he has a cat could the owner agree because of that"],
    unsure: ["he has a cat is that a problem"],
  }),
  ...negation("without much money", {
    heard: ["we're a small group without much money", "we're a small group and we don't have much money"],
    "not-heard": ["we're a small group with much money what's the fee"],
    unsure: ["we're only a small poor group what is the hire fee"],
  }),
  ...negation("no reason given", {
    heard: ["he texted me that i was dismissed with no reason given", "he dismissed me without giving a reason"],
    "not-heard": ["he texted that i was dismissed and the reason was given"],
    unsure: ["he texted me that i was dismissed"],
  }),
  ...negation("My English isn't good", {
    heard: ["my english isn't good can i have an interpreter", "my English is not so good"],
    "not-heard": ["my english is good can i have an interpreter"],
    unsure: ["my english is poor can i have an interpreter"],
  }),
  ...negation("neither verbal nor written", {
    heard: ["no neither verbal nor written", "no not verbal and not written either", "neither oral nor written"],
    "not-heard": ["yes verbal and written at the end of september"],
    unsure: ["i got nothing at all from them"],
  }),
  ...negation("Not yet", {
    heard: ["not yet the landlord gave me until the 15th of march", "no i haven't the landlord gave me time"],
    "not-heard": ["yes the landlord has given me until the fifteenth of march"],
  }),
  ...negation("No", {
    heard: ["no i was already asleep by then", "nope i was asleep already"],
    "not-heard": ["i was already asleep by then that was the money for my rent"],
  }),
  ...negation("I had no idea", {
    heard: ["sixty one i had no idea about that", "sixty one i didn't have any idea"],
    "not-heard": ["sixty one i had an idea about that she stays up late"],
    unsure: ["sixty one that is a surprise to me"],
  }),
  ...negation("can't sleep", {
    heard: ["i cry at night and can't sleep", "i cry a lot at night and i don't sleep", "i cry and um i can not sleep"],
    "not-heard": ["i cry a lot at night and sleep even when the baby is sleeping"],
    unsure: ["i cry a lot at night and i have trouble sleeping", "i'm awake the whole night and i cry a lot"],
  }),
  ...negation(
    "we have no relatives here either",
    {
      heard: ["my husband works nights and we are alone here", "we don't have any relatives here"],
      "not-heard": ["my husband works nights and we have relatives here"],
    },
    ["we are alone here"],
  ),
  ...negation("has no appointment", {
    heard: [
      "the neurologist has no appointment before october",
      "the doctor doesn't have any appointment before october",
      "there are no appointments until october",
    ],
    "not-heard": ["the neurologist has an appointment before october"],
    unsure: ["the neurologist is booked out until october"],
  }),
  ...negation("won't drive any more until", {
    heard: [
      "i won't drive any more until the court date",
      "i will not be driving until then",
      "i'm not going to drive until court",
    ],
    "not-heard": ["i'll work in the warehouse and i will drive until the court date"],
    unsure: ["i'll stop driving until the court date"],
  }),
  ...negation("my husband hasn't paid anything", {
    heard: ["my husband hasn't paid anything", "my husband paid nothing", "my husband has never paid"],
    "not-heard": ["since then my husband has paid everything"],
    unsure: ["since then he gives me zero money"],
  }),
  ...negation("didn't feel any pain at all", {
    heard: ["but i didn't feel any pain", "i felt no pain at all", "i had a blister without feeling pain"],
    "not-heard": ["i got a blister on my foot and i felt pain"],
    unsure: ["i got a blister on my foot and it was fine"],
  }),
  ...negation("we can't use", {
    heard: ["there is a room we can't use", "we are not able to use that room", "that room cannot be used"],
    unsure: ["there is a room that we can use", "that room is full of mould"],
  }),
  ...negation("doesn't want to come", {
    heard: ["he cries because he doesn't want to come to school", "he never wants to come", "he does not wanna come"],
    "not-heard": ["he says he's stupid and he wants to come to school"],
    unsure: ["he says he's stupid and he hates school"],
  }),
  ...negation("there's been no reply", {
    heard: ["i sent an email but there's been no reply", "i emailed and they didn't reply"],
    "not-heard": ["i sent an email and there has been a reply"],
    unsure: ["i sent an email and i'm still waiting"],
  }),
];

const terms = [
  ...term("gestational diabetes", {
    heard: ["i also had gestational diabetes but no insulin", "i had diabetes the gestational one"],
    "not-heard": ["i was in labour for twenty hours and then they did a caesarean"],
    unsure: ["i also had diabetes in pregnancy but no insulin", "i was diabetic during the pregnancy"],
  }),
  ...term("my superannuation contributions", {
    heard: ["what about my super annuation contributions", "and my superannuation contribution what about that"],
    "not-heard": ["and what about my pension money those were never paid"],
    unsure: ["and what about my super those have never been paid"],
  }),
  ...term("payslip", {
    heard: ["i never get a pay slip", "he never gave me payslips"],
    "not-heard": ["he never gives me anything on paper"],
    unsure: ["i never get a pace lip from the owner"],
  }),
  ...term("registration fee", {
    heard: [
      "how much is the registration fee",
      "how much is the fee for registration",
      "how much is the registering fee",
    ],
    "not-heard": ["i understand how much do i have to pay every year"],
    unsure: ["i understand how much is the fee every year"],
  }),
  ...term("the landlord", {
    heard: ["the landlord gave me until march", "my land lord gave me time"],
    "not-heard": ["the owner gave me until march"],
  }),
  ...term(
    "the landlord",
    {
      heard: ["the owner gave me until march", "i'll ask the property owner for more time"],
      "not-heard": ["he gave me until the 15th of march"],
    },
    ["the owner", "property owner"],
  ),
  ...term("they did a caesarean", {
    heard: ["and then they did a cesarean", "i was in labor for 20 hours and then i had a caesarian"],
    "not-heard": ["i was in labour for twenty hours and then an operation"],
  }),
  ...term("mould has begun to appear", {
    heard: ["mold has begun to appear in the bedroom", "the mould began appearing on the wall"],
    "not-heard": ["the bedroom wall is wet and it smells"],
    unsure: ["there is mould on the bedroom wall"],
  }),
  ...term("private health insurance", {
    heard: [
      "we've had private health insurance for 15 months",
      "we have a private insurance for health",
      "i have private insurance",
    ],
    "not-heard": ["we are on a temporary visa and it is expensive"],
    unsure: ["we have insurance for fifteen months"],
  }),
  ...term("physiotherapy", {
    heard: [
      "i need physiotherapy for my knee",
      "he sent me for physio therapy",
      "i see the physiotherapist every week",
    ],
    "not-heard": ["he sent me to do some exercise for the knee"],
    unsure: ["he sent me to a physio for my knee"],
  }),
  ...term("a fixed interest rate", {
    heard: [
      "should we take a fixed interest rate or a variable one",
      "should we take the fixed rate or variable",
      "should we take a fix one or a variable one because rates go up",
    ],
    "not-heard": ["should we take the cheaper one or the other"],
    unsure: ["should we take a fix one or a variable one with the bank"],
  }),
  ...term("a kitchen hand", {
    heard: ["since february i've been a kitchen hand in a hospital", "i work as kitchenhand in a hospital"],
    "not-heard": ["since february i've worked in a hospital"],
    unsure: ["since february i've worked in the kitchen of a hospital"],
  }),
  ...term("plead guilty or not guilty", {
    heard: ["should i plead guilty or not guilty", "should i plead not guilty or guilty i did drive"],
    "not-heard": ["i've never had a criminal record what should i say"],
    unsure: ["should i say that i am guilty or not"],
  }),
  ...term("a blister on my foot", {
    heard: ["my sandal gave me a blister on my foot", "i got blisters on the foot from my sandal"],
    "not-heard": ["my sandal hurt me but i didn't feel any pain"],
    unsure: ["my sandal hurt my foot but i didn't feel any pain"],
  }),
  ...term("Our marriage contract", {
    heard: ["our marriage contract is in urdu", "the contract of our marriage is in urdu"],
    "not-heard": ["our wedding paper is in urdu can i translate it"],
    unsure: ["our marriage certificate is in urdu can i translate it", "we were married and the paper is in urdu"],
  }),
  ...term("black mould", {
    heard: ["there's black mold in the bathroom", "there is mould in the bathroom that is black"],
    "not-heard": ["there is something growing in the bathroom"],
    unsure: ["there is mould in the bathroom"],
  }),
  ...term("credit card", {
    heard: ["i owe over nine thousand on my credit card", "i owe 9000 on credit cards"],
    "not-heard": ["i owe over nine thousand to the bank"],
    unsure: ["i owe over nine thousand on my card"],
  }),
  ...term("I vomited every day", {
    heard: ["for the first ten weeks i vomited every day", "i was vomiting every day", "every day i vomit doctor"],
    "not-heard": ["for the first ten weeks i threw up all the time"],
    unsure: ["for the first ten weeks i was vomiting doctor"],
  }),
  ...term("the immunisation statement", {
    heard: ["i have to bring the immunization statement", "i bring the statement of immunisation"],
    "not-heard": ["i have to bring her documents from the clinic"],
    unsure: ["i have to bring the immunised paper of my daughter"],
  }),
  ...term("non-slip safety shoes", {
    heard: ["i bought nonslip safety shoes for 110 dollars", "i bought non slip shoes for safety"],
    "not-heard": ["i bought a uniform for one hundred and ten dollars"],
    unsure: ["i bought some shoes for one hundred and ten dollars"],
  }),
  ...term("hygiene, lifting patients and giving medicine", {
    heard: [
      "i have already learnt hygiene lifting patients and giving medicine",
      "hygiene how to lift patients give medicines",
    ],
    "not-heard": ["do i have to study all the subjects again"],
    unsure: ["i've already learnt hygiene and many other subjects"],
  }),
  ...term("Penicillin", {
    heard: ["yes i'm allergic to penicillin", "i am allergic to penicilin"],
    "not-heard": ["yes i am allergic to one of the drugs"],
    unsure: ["yes i am allergic to pencil in"],
  }),
  ...term("three payslips", {
    heard: ["i'll email you my 3 pay slips by monday"],
    "not-heard": ["i'll email you everything by monday"],
    unsure: ["i'll email you my payslips by monday"],
  }),
  ...term("the condition report", {
    heard: ["i filled in the condition report", "i returned the condition reports"],
    "not-heard": ["i filled in the paper when i moved in"],
    unsure: ["i filled in the report when i moved in"],
  }),
  ...term("ear infections", {
    heard: ["he had a lot of ear infections", "he often had infection in the ear"],
    "not-heard": ["when he was little he was often sick"],
    unsure: ["when he was little his ears were always hurting"],
  }),
  ...term("blood-thinning injections", {
    heard: ["do i continue the blood thinning injections", "do i continue injections for thinning the blood"],
    "not-heard": ["do i continue the medicine at home"],
    unsure: ["do i continue the injections at home"],
  }),
  ...term("an ABN", {
    heard: ["the owner says i work on an abn", "i work on an a b n", "i work with an A.B.N. number"],
    "not-heard": ["the owner says i work for myself"],
  }),
  ...term("the plumber's invoice", {
    heard: ["i have the plumbers invoice", "i've got the invoice of the plumber"],
    "not-heard": ["i have the paper and an email"],
    unsure: ["i have the invoice and an email"],
  }),
  ...term("dizzy and constipated", {
    heard: ["they make me dizzy and constipated", "i get constipated and dizzy"],
    "not-heard": ["they make me feel sick"],
    unsure: ["they make me feel dizzy and i can't go to the toilet"],
  }),
  ...term("had a stroke", {
    heard: ["she had a stroke in november", "my mother has had a stroke"],
    "not-heard": ["she got very sick in november"],
  }),
];

const keyIdeas = [
  ...keyIdea("lose my job", {
    heard: ["if i can't drive i'll lose my job", "i'm scared of losing my job", "i would have lost my job"],
    unsure: ["if i can't drive they will fire me"],
  }),
  ...keyIdea("my wife had just had a baby", {
    heard: ["but my wife just had a baby so i forgot", "my wife has had a baby um recently"],
    unsure: ["but our child was born then so i forgot"],
  }),
  ...keyIdea("the fine notice went to my old address", {
    heard: [
      "but the fine notice went to my old address",
      "but the fine letter went to my old address",
      "but the notice of the fine has gone to the old address",
    ],
    unsure: ["but i didn't get the letter because i had moved"],
  }),
  ...keyIdea("used to be a laundry", {
    heard: ["because the place used to be a laundry", "that place was a laundry before"],
    unsure: ["because they washed clothes there before"],
  }),
  ...keyIdea("My husband did that course", {
    heard: ["my husband did that course at tafe", "my husband has done the course last year"],
    unsure: ["my partner has studied it at tafe", "he already took the class last year"],
  }),
  ...keyIdea("bought a house", {
    heard: ["we bought a house last year", "we have bought one house", "we were buying a house"],
    unsure: ["we got our own place last year"],
  }),
  ...keyIdea("Will the council come to inspect", {
    heard: ["will the council come to inspect before opening", "does the council come for an inspection"],
    unsure: ["will somebody check it before i open"],
  }),
  ...keyIdea("I broke a tray of glasses", {
    heard: [
      "because i broke a tray of glasses",
      "because i have broken the glass tray",
      "i break one tray of the glasses",
    ],
    unsure: ["because i dropped some cups in the kitchen"],
  }),
  ...keyIdea("he mixed up letters", {
    heard: ["that was why he mixed up letters", "that's why he mixes the letters up"],
    unsure: ["that is why he confuses the alphabet"],
  }),
  ...keyIdea("How long should I wait for an answer?", {
    heard: ["how long should i wait for an answer", "how long do i have to wait for the answer"],
    unsure: ["when will they reply to me"],
  }),
  ...keyIdea("a white van hit me from behind", {
    heard: [
      "a white van hit me from behind",
      "a white van hit my car behind",
      "the van white colour has hit me from behind",
    ],
    unsure: ["someone crashed into the back of my car"],
  }),
  ...keyIdea("my toes go numb", {
    heard: ["and at night my toes go numb", "in the night my toes are going numb"],
    unsure: ["at night i can't feel my feet"],
  }),
  ...keyIdea("I'll ring Legal Aid today", {
    heard: ["i'll ring legal aid today", "today i will ring to legal aid"],
    unsure: ["i will call them this afternoon for legal help"],
  }),
  ...keyIdea("if I lose strength in my leg", {
    heard: ["and if i lose strength in my leg i'll go straight to emergency", "if i lose the strength of my legs"],
    unsure: ["and if it gets weak i'll go to emergency"],
  }),
  ...keyIdea("The police stopped me", {
    heard: ["the police stopped me", "i was stopped by the police", "police stop me on the road"],
    unsure: ["an officer pulled me over"],
  }),
  ...keyIdea(
    "he was apologising",
    {
      heard: [
        "at the time he was apologizing",
        "at that time he said sorry but yesterday he sent a message",
        "at the time he apologised",
      ],
      unsure: ["he was very kind at the time"],
    },
    ["he said sorry"],
  ),
  ...keyIdea("Could I go to prison", {
    heard: ["could i go to prison i deliver goods for a supermarket", "can i go to the prison", "am i going to prison"],
    unsure: ["could they put me in jail"],
  }),
  ...keyIdea("kept the receipts in this envelope", {
    heard: ["i've kept the receipts in this envelope", "i keep all receipts in the envelope"],
    unsure: ["i have all the papers here with me"],
  }),
  ...keyIdea("ask the landlord for more time", {
    heard: ["i'll ask the landlord for more time", "i ask my landlord more time"],
    unsure: ["i will request an extension from the owner"],
  }),
  ...keyIdea("My wife is afraid of needles", {
    heard: ["my wife is afraid of needles", "my wife afraid of the needle"],
    unsure: ["she doesn't like injections"],
  }),
  ...keyIdea("goes into my husband's account", {
    heard: ["but it goes into my husband's account", "the money goes in my husband account"],
    unsure: ["but he receives that money in his bank"],
  }),
  ...keyIdea("The good leg going up, the other one coming down", {
    heard: ["the good leg when i go up and the other when i come down", "good leg going up other one coming down"],
    unsure: ["i start with the healthy one on the stairs"],
  }),
];

/** Transcripts of at most two words. They may be failures of the recogniser. */
const failures = [
  ...number("fifteen hundred dollars", { unsure: ["", "   ", "um", "thank you", "uh uh", "..."] }),
  ...name("from Melbourne to Albury", { unsure: ["", "the"] }),
  ...negation("can't afford a podiatrist's fee", { unsure: ["", "fee"] }),
  ...negation("No", { heard: ["no"], unsure: [""] }),
];

export const transcripts: readonly TranscriptRow[] = [
  ...[numbers, dates, names, negations, terms, keyIdeas, failures].flat(),
];

type PassageUnit = readonly [ExpectedUnit["kind"], string, UnitRecognition];

export type Passage = { transcript: string; units: readonly PassageUnit[] };

export const passages: readonly Passage[] = [
  {
    transcript:
      "not yet the landlord gave me until the 15th of march i wanted to ask first because that place was a laundry before",
    units: [
      ["negation", "Not yet", "heard"],
      ["term", "The landlord", "heard"],
      ["date", "until the fifteenth of March", "heard"],
      ["key-idea", "used to be a laundry", "heard"],
    ],
  },
  {
    transcript: "in february i was driving 87 kilometres an hour but the fine went to my old address so i had no idea",
    units: [
      ["date", "In February", "heard"],
      ["number", "seventy-eight kilometres an hour", "not-heard"],
      ["number", "a sixty zone", "not-heard"],
      ["negation", "had no idea", "heard"],
    ],
  },
  {
    transcript:
      "i moved um on the 3rd of june my wife just had a baby so i forgot and i found out when the police stopped me",
    units: [
      ["date", "on the third of January", "not-heard"],
      ["key-idea", "my wife had just had a baby", "heard"],
      ["key-idea", "I forgot", "heard"],
      ["key-idea", "when the police stopped me", "heard"],
    ],
  },
  {
    transcript: "there has been a property in our name here and we've saved 62,000 dollars in 14 years",
    units: [
      ["negation", "there has never been any property", "not-heard"],
      ["number", "in four years", "not-heard"],
      ["number", "sixty-two thousand dollars", "heard"],
    ],
  },
  {
    transcript: "I'm a citizen and my husband is permanent resident. Will we get the First Home Owner Grant?",
    units: [
      ["key-idea", "I'm a citizen", "heard"],
      ["number", "for two years", "not-heard"],
      ["term", "the First Home Owner Grant", "heard"],
      ["key-idea", "taken a liking to an older house", "unsure"],
    ],
  },
  {
    transcript: "my mother is 86 years old we are four children three of us here in australia and one in cebu",
    units: [
      ["number", "sixty-eight years old", "not-heard"],
      ["number", "four of us children", "heard"],
      ["number", "three of us here in Australia", "heard"],
      ["name", "Cebu", "heard"],
      ["date", "since March", "not-heard"],
    ],
  },
  {
    transcript:
      "i get eighteen dollars an hour even sundays and they never give me a payslip i work in a cafe since february",
    units: [
      ["date", "since February", "heard"],
      ["number", "eighteen dollars an hour", "heard"],
      ["negation", "I'm never given", "heard"],
      ["term", "payslip", "heard"],
      ["negation", "I don't think I'm being paid properly", "unsure"],
    ],
  },
  {
    transcript: "i lifted a box turned to put it on the shelf and felt a sharp pull it was may 12 in the warehouse",
    units: [
      ["date", "the twelfth of May", "heard"],
      ["number", "a twenty-five-kilo box", "not-heard"],
      ["key-idea", "turned to put it on the shelf", "heard"],
      ["key-idea", "a very sharp pull", "heard"],
    ],
  },
  {
    transcript:
      "my policy number is 47298 the accident happened two days ago on the 9th of july half past eight in the morning close to black town station",
    units: [
      ["number", "four seven two nine eight", "heard"],
      ["date", "the day before yesterday", "heard"],
      ["date", "on the ninth of July", "heard"],
      ["number", "at half past eight", "heard"],
      ["name", "Blacktown station", "heard"],
    ],
  },
  {
    transcript: "on top of the rent i can pay 18 dollars a week what if the landlord accepts i work full time again",
    units: [
      ["date", "Since Monday", "not-heard"],
      ["term", "full time", "heard"],
      ["key-idea", "On top of the rent", "heard"],
      ["number", "eighty dollars a week", "not-heard"],
    ],
  },
  {
    transcript:
      "no other debts my last payment was 15 june i've paid since then and the late fees already are seventeen dollars",
    units: [
      ["negation", "No other debts", "heard"],
      ["date", "the fifteenth of June", "heard"],
      ["term", "late fees", "heard"],
      ["number", "seventy dollars", "not-heard"],
    ],
  },
  {
    transcript:
      "i have been a citizen since 2009 we married in lahore on march the 14th last year and we lived together 5 weeks",
    units: [
      ["date", "since twenty nineteen", "not-heard"],
      ["key-idea", "an Australian citizen", "unsure"],
      ["date", "the fourteenth of March last year", "heard"],
      ["number", "only five weeks", "heard"],
    ],
  },
  {
    transcript:
      "yes i worked as a math teacher in jafna for twenty two years then i retired and my english still isn't fluent",
    units: [
      ["name", "in Jaffna", "heard"],
      ["number", "twenty-two years", "heard"],
      ["term", "maths teacher", "heard"],
      ["date", "Two years ago", "not-heard"],
      ["negation", "still isn't fluent", "heard"],
    ],
  },
  {
    transcript:
      "i bought safety shoes for $110 and paid $35 for washing the uniform i also spend 15 dollars a week for the train",
    units: [
      ["term", "non-slip safety shoes", "unsure"],
      ["number", "for one hundred and ten dollars", "heard"],
      ["number", "thirty-five dollars", "heard"],
      ["number", "fifty dollars a week", "not-heard"],
    ],
  },
  {
    transcript:
      "hello i rent an apartment on central street and the lease ends in november my company moves me to brisbane",
    units: [
      ["name", "Central Street", "heard"],
      ["name", "Brisbane", "heard"],
      ["date", "doesn't end until November", "heard"],
      ["date", "I start there next month", "not-heard"],
      ["key-idea", "I'd like to leave early", "unsure"],
    ],
  },
  {
    transcript: "she can dress or bathe by herself she is 79 and i get up for her twice in the night she has parkinson",
    units: [
      ["number", "seventy-nine", "heard"],
      ["term", "Parkinson's disease", "unsure"],
      ["number", "twice every night", "heard"],
      ["key-idea", "I look after my mother", "unsure"],
    ],
  },
  {
    transcript:
      "my husband drives a truck and makes 1200 a week my mother also has a small house in bay root that no one lives in do i mention it",
    units: [
      ["number", "twelve hundred dollars a week", "heard"],
      ["term", "a truck driver", "heard"],
      ["name", "Beirut", "heard"],
      ["negation", "nobody lives in", "heard"],
    ],
  },
  {
    transcript:
      "four months is very long i don't want to wait how much do i pay myself to see a specialist does it cover part",
    units: [
      ["number", "Four months is too long", "heard"],
      ["negation", "don't want to wait", "heard"],
      ["name", "Medicare", "not-heard"],
      ["key-idea", "How much would I have to pay myself", "heard"],
    ],
  },
  {
    transcript: "his father works in a mine in west australia since march and he comes home one time in four weeks",
    units: [
      ["date", "since May", "not-heard"],
      ["name", "in the mines in Western Australia", "unsure"],
      ["number", "only once in four weeks", "heard"],
      ["key-idea", "I work night shifts", "unsure"],
    ],
  },
  {
    transcript:
      "i ordered 14 bags of basmati rice on september third and they still haven't arrived i call from the grocery shop",
    units: [
      ["number", "forty bags of basmati rice", "not-heard"],
      ["date", "on the third of September", "heard"],
      ["negation", "they still haven't arrived", "heard"],
      ["name", "from the grocery shop on Station Road", "not-heard"],
    ],
  },
  {
    transcript:
      "that was his fault he said and a woman at the bus stop saw everything a white van came from the left and didn't stop",
    units: [
      ["negation", "without stopping", "heard"],
      ["key-idea", "a woman at the bus stop", "heard"],
      ["key-idea", "saw everything", "heard"],
      ["key-idea", "hit my front door", "unsure"],
    ],
  },
  {
    transcript: "yes the same thing on good friday public holiday so i expect 2.5 times but they added something",
    units: [
      ["date", "Good Friday", "heard"],
      ["term", "a public holiday", "heard"],
      ["number", "double time and a half", "heard"],
    ],
  },
  {
    transcript:
      "she is a citizen for four years i worked full time in the factory but in june i cut down to 50 hours a week it's hard to pay bills",
    units: [
      ["number", "a citizen for four years", "heard"],
      ["term", "work full time in a factory", "heard"],
      ["date", "in January", "not-heard"],
      ["number", "cut down to fifteen hours a week", "not-heard"],
      ["key-idea", "it's hard to pay the bills", "heard"],
    ],
  },
  {
    transcript: "thank you uh",
    units: [
      ["number", "eight hundred dollars every month", "unsure"],
      ["negation", "don't have a joint bank account", "unsure"],
      ["key-idea", "weaken the application", "unsure"],
      ["name", "Dubai", "unsure"],
    ],
  },
  {
    transcript:
      "we'll finish by 9:30 and clean up afterwards we are a small group with not much money how much is the hire fee",
    units: [
      ["number", "by nine thirty", "heard"],
      ["key-idea", "clean up afterwards", "heard"],
      ["negation", "without much money", "heard"],
      ["term", "the hire fee", "heard"],
      ["key-idea", "is there a discount for community groups?", "unsure"],
    ],
  },
];
