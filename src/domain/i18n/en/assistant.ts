/** The help beside the questions: ready answers, and people to talk to. */
export const assistant = {
  'assistant.title': 'Help',
  'assistant.titleFor': 'Help: {step}',
  'assistant.close': 'Close help',
  'assistant.whatIAm': 'These are ready answers, the same for everyone. They do not come from a doctor.',
  'assistant.choose': 'What would you like to know?',
  'assistant.asked': 'You asked: {reply}',
  'assistant.closed': 'Help is closed. You are back at your question.',
  'assistant.reply.back': 'Ask something else',
  'assistant.reply.talk': 'I want to talk to someone',
  'assistant.reply.hard': 'This is hard for me',
  'assistant.reply.done': 'Go on with my answers',
  'assistant.hard.1': 'These questions can be hard. You can stop here and come back on another day.',
  'assistant.hard.2':
    'Some people like to do this with someone beside them, such as family, a friend or a GP.',
  'assistant.hard.3': 'There are also people you can call.',
  'assistant.loseCapacity_dontRecognise.start.1':
    'You have answered question 16. Here is more about it, if you want it.',
  'assistant.loseCapacity_dontRecognise.start.2':
    'Dementia, a stroke or a brain injury can stop a person from knowing those close to them. Often they can no longer decide about their care. This is called losing capacity.',
  'assistant.loseCapacity_dontRecognise.start.3':
    'Your answer stays as you gave it. You can keep it or change it at any time.',
  'assistant.loseCapacity_dontRecognise.reply.capacity': 'What is capacity?',
  'assistant.loseCapacity_dontRecognise.reply.who': 'Who would decide for me?',
  'assistant.loseCapacity_dontRecognise.reply.how': 'What will my answer do?',
  'assistant.loseCapacity_dontRecognise.reply.note': 'Can I say more about it?',
  'assistant.loseCapacity_dontRecognise.capacity.1':
    'Capacity means that you can make a decision. You can understand it, remember it, weigh it up and tell people what you want.',
  'assistant.loseCapacity_dontRecognise.capacity.2':
    'You can have it for one decision and not for another. It can come and go.',
  'assistant.loseCapacity_dontRecognise.capacity.3':
    'People who lose it still have a say. Staff still ask them what they want.',
  'assistant.loseCapacity_dontRecognise.who.1':
    'Your substitute decision maker would decide, together with the doctors. Your plan tells them what you would want.',
  'assistant.loseCapacity_dontRecognise.who.2':
    'If you have not chosen anyone, the law where you live says who it is. You can name someone in the step Trusted contacts.',
  'assistant.loseCapacity_dontRecognise.how.1':
    'People read this answer together with your other answers and your notes.',
  'assistant.loseCapacity_dontRecognise.how.2':
    'It says how you would feel about such a life. It does not refuse any treatment. Questions 18 to 20 ask about treatment.',
  'assistant.loseCapacity_dontRecognise.note.1': 'Yes. Choose “Add a note” under the question.',
  'assistant.loseCapacity_dontRecognise.note.2':
    'You could say how you would feel if it came and went, or if it never got better.',
  'assistant.cprMinimumQualityOfLife.start.1':
    'Your answer uses the list you made in question 1. That list is your minimum quality of life.',
  'assistant.cprMinimumQualityOfLife.start.list': 'Your list: {list}',
  'assistant.cprMinimumQualityOfLife.start.noList':
    'You have not made your list yet. You can make it in question 1.',
  'assistant.cprMinimumQualityOfLife.start.2':
    'Your answer stays as you gave it. You can keep it or change it at any time.',
  'assistant.cprMinimumQualityOfLife.reply.minutes': 'What happens in the first minutes?',
  'assistant.cprMinimumQualityOfLife.reply.who': 'Who decides what to expect?',
  'assistant.cprMinimumQualityOfLife.reply.unknown': 'What if nobody can tell?',
  'assistant.cprMinimumQualityOfLife.reply.list': 'How do people use my list?',
  'assistant.cprMinimumQualityOfLife.reply.compare': 'How do the three answers differ?',
  'assistant.cprMinimumQualityOfLife.minutes.1':
    'When a heart stops, staff have only minutes. They often cannot know yet what life would be like afterwards.',
  'assistant.cprMinimumQualityOfLife.minutes.2':
    'So they may start CPR, and stop when they know more. That can be later, in hospital.',
  'assistant.cprMinimumQualityOfLife.who.1': 'In the first minutes, the staff who are with you decide.',
  'assistant.cprMinimumQualityOfLife.who.2':
    'After that, doctors talk with your substitute decision maker. They look at your list together.',
  'assistant.cprMinimumQualityOfLife.who.3':
    'It helps if you tell your substitute decision maker what each thing on your list means to you.',
  'assistant.cprMinimumQualityOfLife.unknown.1':
    'Then staff may start CPR, because there is no time to wait.',
  'assistant.cprMinimumQualityOfLife.unknown.2':
    'If you would want something else when nobody can tell, write it in question 25. Your plan shows it.',
  'assistant.cprMinimumQualityOfLife.list.1':
    'Doctors think about what you could do after CPR, and compare it with your list.',
  'assistant.cprMinimumQualityOfLife.list.2':
    'They look at all the things together. If some matter more than others, say so in question 25.',
  'assistant.cprMinimumQualityOfLife.compare.1':
    '“I want CPR”: staff try CPR, whatever they expect afterwards.',
  'assistant.cprMinimumQualityOfLife.compare.2':
    '“Only if”: staff try CPR if they expect the life that you described.',
  'assistant.cprMinimumQualityOfLife.compare.3': '“I do not want CPR”: staff do not try CPR.',
  'assistant.step3.start.1': 'This is about question 1: what you need for life to be worth living.',
  'assistant.step3.reply.what': 'What is quality of life?',
  'assistant.step3.reply.use': 'How will my list be used?',
  'assistant.step3.reply.many': 'How many should I choose?',
  'assistant.step3.reply.start': 'I do not know where to start',
  'assistant.step3.what.1':
    'Quality of life is how life feels to you: what you can do, who is with you, how your body feels.',
  'assistant.step3.what.2': 'It is different for each person. Only you can say what yours is.',
  'assistant.step3.use.1':
    'If you cannot speak, people use your list to work out if a treatment could give you a life that you would want.',
  'assistant.step3.use.2': 'Questions 18 and 19, about CPR, can use it too.',
  'assistant.step3.many.1': 'As many or as few as you like. Choose the things you could not do without.',
  'assistant.step3.many.2':
    'If all of them matter, choose all of them. In question 25 you can say which matter most.',
  'assistant.step3.begin.1':
    'Think of a good day not long ago. Where were you? Who was there? What did you do?',
  'assistant.step3.begin.2': 'Now read the list. Which of these made that day good?',
  'assistant.step4.start.1': 'This is about questions 2 to 17: how you would feel if your health changed.',
  'assistant.step4.reply.imagine': 'How do I imagine this?',
  'assistant.step4.reply.words': 'What do the three answers mean?',
  'assistant.step4.reply.unsure': 'What if I am not sure?',
  'assistant.step4.reply.effect': 'What will my answers do?',
  'assistant.step4.reply.already': 'I already live with one of these',
  'assistant.step4.imagine.1':
    'Picture an ordinary day with this change. It is there each day, and it will not get better.',
  'assistant.step4.imagine.2': 'Think about one change at a time. The others are not there.',
  'assistant.step4.words.1':
    '“Life is not worth living” means that you would not want to live like that for good.',
  'assistant.step4.words.2': '“Life is still worth living” means that you could live like that.',
  'assistant.step4.words.3':
    'The answer in the middle means that you are not sure, or that it does not matter to you.',
  'assistant.step4.unsure.1': '“Unsure” is an answer too. It tells people to look at your other answers.',
  'assistant.step4.unsure.2': 'You can use a note to say what it would depend on.',
  'assistant.step4.effect.1': 'They tell people how you would feel. They do not refuse any treatment.',
  'assistant.step4.effect.2':
    'People read them with your list in question 1 and your answers about treatment.',
  'assistant.step4.already.1': 'Then answer from your own life. A note can say how it is for you.',
  'assistant.step5.start.1': 'This is about questions 18 to 20: CPR, and treatments you would not want.',
  'assistant.step5.reply.cpr': 'What is CPR?',
  'assistant.step5.reply.works': 'How well does it work?',
  'assistant.step5.reply.noCpr': 'What happens without CPR?',
  'assistant.step5.reply.two': 'Why are there two questions?',
  'assistant.step5.reply.refuse': 'What does it mean to refuse a treatment?',
  'assistant.step5.reply.trial': 'Can I try a treatment for a time?',
  'assistant.step5.reply.ask': 'Who can explain more?',
  'assistant.step5.cpr.1':
    'CPR is for a person whose heart or breathing has stopped. Staff press hard on the chest and give breaths.',
  'assistant.step5.cpr.2':
    'They may use electric shocks and medicines. If it works, the person often goes to hospital and may need a breathing machine.',
  'assistant.step5.works.1':
    'It depends on your health, and on how soon CPR starts. It works best for people who were well, when help is close.',
  'assistant.step5.works.2':
    'It works less well for people who are frail or very ill. Your GP can tell you what it may mean for you.',
  'assistant.step5.noCpr.1': 'A person whose heart has stopped will die without CPR.',
  'assistant.step5.noCpr.2':
    'Staff stay with the person, treat pain and give comfort. They look after the family too.',
  'assistant.step5.noCpr.3': 'Saying no to CPR is only about CPR. Other treatment and care go on.',
  'assistant.step5.two.1': 'Question 18 is about your life as it is now.',
  'assistant.step5.two.2':
    'Question 19 is about an illness or injury that comes suddenly and does great harm. A severe stroke is one example.',
  'assistant.step5.two.3': 'Your two answers can be the same, or they can differ.',
  'assistant.step5.refuse.1': 'It means you would not want it, even if you might die without it.',
  'assistant.step5.refuse.2': 'You still get other treatment, pain relief and care.',
  'assistant.step5.refuse.3':
    'While you can speak for yourself, staff ask you each time. Your plan is for when you cannot.',
  'assistant.step5.trial.1': 'Yes. Some people want to try a treatment, and stop if it does not help.',
  'assistant.step5.trial.2':
    'If you want that, do not tick the treatment. Write it in the note, such as how long you would try.',
  'assistant.step5.ask.1':
    'Your GP or nurse can tell you about each treatment, and what it may mean for your health.',
  'assistant.step5.ask.2': 'You can save your answers and come back after you have asked.',
  'assistant.step6b.start.1': 'This is about questions 21 to 23: care in the last part of life.',
  'assistant.step6b.reply.palliative': 'What is palliative care?',
  'assistant.step6b.reply.sooner': 'Does it make people die sooner?',
  'assistant.step6b.reply.both': 'Can I still have treatment?',
  'assistant.step6b.reply.when': 'How do people know when?',
  'assistant.step6b.reply.told': 'What if I do not want to be told?',
  'assistant.step6b.reply.place': 'Will I get the place I choose?',
  'assistant.step6b.palliative.1':
    'It is care for people with an illness that cannot be cured. It eases pain, short breath, worry and other problems.',
  'assistant.step6b.palliative.2':
    'It also helps family and friends. You can have it at home, in hospital, in a hospice or in an aged care home.',
  'assistant.step6b.sooner.1':
    'It does not try to make death come sooner or later. It tries to make life easier until then.',
  'assistant.step6b.both.1': 'Yes. You can have palliative care and treatment for the illness together.',
  'assistant.step6b.both.2':
    'Some people stop treatment at some point. Others do not. You and your doctors talk about it.',
  'assistant.step6b.when.1':
    'Nobody knows for certain. Doctors look at the illness and give their best estimate.',
  'assistant.step6b.when.2':
    'Your answer tells them when to offer palliative care. You can ask for it sooner.',
  'assistant.step6b.told.1': 'Staff try not to tell you more than you want. You can always ask.',
  'assistant.step6b.told.2':
    'Someone may need to know, so that care can be planned. In the note, you can say whom doctors should talk to.',
  'assistant.step6b.place.1':
    'Staff and family try. It depends on your illness, and on who can be there to care for you.',
  'assistant.step6b.place.2': 'You can change your mind at any time.',
  'assistant.step9.start.1': 'This is about checking your answers and signing.',
  'assistant.step9.reply.sign': 'What does signing do?',
  'assistant.step9.reply.law': 'Is this a legal form?',
  'assistant.step9.reply.capacity': 'What is capacity?',
  'assistant.step9.reply.pad': 'I cannot draw my signature',
  'assistant.step9.reply.copy': 'Who should have a copy?',
  'assistant.step9.reply.change': 'What if I change my mind?',
  'assistant.step9.reply.pushed': 'Someone is pushing me',
  'assistant.step9.sign.1': 'Signing shows that these are your own wishes, on this day.',
  'assistant.step9.sign.2': 'Your plan is then complete. You get a PDF and an emergency card.',
  'assistant.step9.law.1':
    'Your plan tells people what you want. Your state or territory also has its own form or its own rules. This plan is not that form.',
  'assistant.step9.law.2':
    'Your plan page tells you more, with a link. For questions about the law, ask a lawyer or call the national line.',
  'assistant.step9.capacity.1':
    'Capacity means that you can make a decision. You can understand it, remember it, weigh it up and tell people what you want.',
  'assistant.step9.capacity.2':
    'If you or others are not sure, ask your GP to check and to write it down. Then choose the second line.',
  'assistant.step9.pad.1': 'Choose “Use my typed name instead”. Type your name, and save it.',
  'assistant.step9.copy.1':
    'Give one to your substitute decision maker, your family and your GP. If you have a care provider, give them one too.',
  'assistant.step9.copy.2': 'You can also put it in your My Health Record.',
  'assistant.step9.change.1':
    'You can change your plan at any time. The newest one is the one that staff see.',
  'assistant.step9.change.2': 'Print new cards after a change, and tell the people who have a copy.',
  'assistant.step9.pushed.1': 'You do not have to sign. Nobody may force or push you.',
  'assistant.step9.pushed.2':
    'You can close this page now. OPAN can help older people, free and in private: 1800 700 600.',
  'helpLines.title': 'People you can talk to',
  'helpLines.intro': 'You can call for any reason. You do not need to be in trouble.',
  'helpLines.acp.text':
    'National Advance Care Planning Support Service: 1300 208 582. Monday to Friday, 9 am to 5 pm, Melbourne time. About plans and forms.',
  'helpLines.acp.phone': '1300 208 582',
  'helpLines.lifeline.text': 'Lifeline: 13 11 14. Any time, day or night. To talk when life feels too hard.',
  'helpLines.lifeline.phone': '13 11 14',
  'helpLines.beyondBlue.text':
    'Beyond Blue: 1300 22 4636. Any time, day or night. If you feel low or worried.',
  'helpLines.beyondBlue.phone': '1300 22 4636',
  'helpLines.carerGateway.text':
    'Carer Gateway: 1800 422 737. Monday to Friday, 8 am to 5 pm. If you look after someone.',
  'helpLines.carerGateway.phone': '1800 422 737',
  'helpLines.opan.text':
    'OPAN, for older people: 1800 700 600. If you have a problem with aged care, or someone is pushing you.',
  'helpLines.opan.phone': '1800 700 600',
  'helpLines.tis.text':
    'TIS National, interpreters: 131 450. Any time, day or night. Say your language, then the number you want to call.',
  'helpLines.tis.phone': '131 450',
  'helpLines.yarn.text':
    '13YARN, for Aboriginal and Torres Strait Islander people: 13 92 76. Any time, day or night.',
  'helpLines.yarn.phone': '13 92 76',
  'helpLines.gp': 'You can also talk with your GP, a nurse, or someone you trust.',
  'helpLines.danger':
    'If you are thinking of ending your life, call Lifeline on 13 11 14. If you are in danger now, call 000.',
} as const;
