/** What is heard in the figure of the landing, and what is said of it in Nepali. */
export const figureWords = {
  heard: "Good morning. Before we start, could you tell me how long you have had this cough?",
  said: "शुभ प्रभात। सुरु गर्नुअघि, तपाईंलाई यो खोकी लागेको कति भयो, बताउन सक्नुहुन्छ?",
} as const;
