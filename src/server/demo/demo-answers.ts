import sharp from 'sharp';
import type { Answers } from '../../domain/questionnaire/answers.ts';

/**
 * Returns a signature as the pad stores it: blue-black ink on a transparent ground, as a PNG data URL. `hand` selects the
 * strokes; the same hand always gives the same picture.
 */
export async function drawnSignature(hand: number): Promise<string> {
  const points: string[] = [];
  const loops = 6 + (hand % 4);
  for (let step = 0; step <= loops * 24; step += 1) {
    const turn = (step / 24) * 2 * Math.PI;
    const along = step / (loops * 24);
    const height = 14 + 34 * Math.abs(Math.sin(along * (5 + hand))) * (1 - along * 0.5);
    const x = 40 + along * 440 + 16 * Math.cos(turn);
    const y = 104 - 14 * along + height * Math.sin(turn + 0.4 * hand);
    points.push(`${x.toFixed(1)},${y.toFixed(1)}`);
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="560" height="200"><g fill="none" stroke="#1B2F6B" stroke-linecap="round" stroke-linejoin="round"><path stroke-width="4" d="M${points.join(' L')}"/><path stroke-width="3.4" d="M48 156 C180 132 330 150 512 128"/></g></svg>`;
  const png = await sharp(Buffer.from(svg)).png({ palette: true, compressionLevel: 9 }).toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}

/** Returns every answer of a plan except the signing, in English, with typical notes. */
export function fullAnswers(): Answers {
  return {
    firstName: 'Margaret',
    lastName: 'Doyle',
    hasHelp: 'Yes',
    helperName: 'Daniel Doyle',
    dob: '14/05/1943',
    gender: 'Female',
    postcode: '3280',
    minimumQolList: [
      'Being able to speak and communicate with others',
      'Having my family around me',
      'Being pain free, or without too much pain',
      'Having a laugh',
      'Other',
    ],
    other_qolList: 'Hearing the sea, and having my dog Biscuit near me',
    cannotHear: 'Life is still worth living',
    cannotSee: 'Life is still worth living',
    cannotSee_note: 'As long as somebody reads to me.',
    cannotTalk: 'Unsure/Not important to me',
    mildPainMedication: 'Life is still worth living',
    severePainMedication: 'Unsure/Not important to me',
    severePainMedication_note: 'I would rather be sleepy than in pain.',
    lowSleepMedication: 'Life is still worth living',
    nauseaMedication: 'Unsure/Not important to me',
    cannotEat: 'Unsure/Not important to me',
    bladderControl: 'Life is still worth living',
    bowelControl: 'Unsure/Not important to me',
    dependentDaily: 'Unsure/Not important to me',
    breathlessMedication: 'Unsure/Not important to me',
    noVisits: 'Life is not worth living',
    noVisits_note: 'Nobody should have to lie alone. Please let Daniel and Susan in at any hour.',
    conditionImpact: 'Unsure/Not important to me',
    dontRecognise: 'Life is not worth living',
    ivTherapy: 'Unsure/Not important to me',
    cprStopBreathing: 'only if minimum quality of life is expected',
    cprCatastrophic: 'do not want CPR',
    treatmentsSelected: ['Breathing Machine', 'artificial feeding tube into the stomach', 'Kidney Machine'],
    treatmentsSelected_note: 'Antibiotics by mouth are fine. For a short time a drip is fine too.',
    palliativeCare: 'expected in less than six months',
    palliativeCare_note: 'Please ask the palliative care team early.',
    terminalCondition: 'be told as much as possible',
    terminalCondition_note: 'Tell Daniel at the same time, not later.',
    receiveCare: 'at home',
    receiveCare_note: 'If it gets too hard for the family, somewhere with a window.',
    customsAndTraditions:
      'I am Catholic. Please call Father Michael at St Joseph’s when I am dying.\nNo lilies, they make me sneeze.',
    explanations: 'My husband Frank was kept alive for weeks by machines, and it was not what he wanted.',
    otherCommentsOrWorries: 'Who looks after Biscuit? Susan has promised.',
  };
}

/** Returns every answer of a plan except the signing, with its free texts in Chinese. */
export function fullAnswersZh(): Answers {
  return {
    firstName: 'Lin Mei',
    lastName: 'Chen',
    hasHelp: 'Yes',
    helperName: '陈伟',
    dob: '02/09/1938',
    gender: 'Female',
    postcode: '3150',
    minimumQolList: [
      'Having my family around me',
      'Eating good food',
      'Being able to participate in cultural or religious activities',
      'Sleeping well',
      'Other',
    ],
    other_qolList: '每天能喝到一杯好茶，能和老朋友说说家乡话',
    cannotHear: 'Life is still worth living',
    cannotHear_note: '可以写字给我看。',
    cannotSee: 'Unsure/Not important to me',
    cannotTalk: 'Unsure/Not important to me',
    mildPainMedication: 'Life is still worth living',
    severePainMedication: 'Unsure/Not important to me',
    severePainMedication_note: '请不要让我痛，睡着也没关系。',
    lowSleepMedication: 'Life is still worth living',
    nauseaMedication: 'Unsure/Not important to me',
    cannotEat: 'Life is not worth living',
    bladderControl: 'Life is still worth living',
    bowelControl: 'Unsure/Not important to me',
    dependentDaily: 'Life is still worth living',
    dependentDaily_note: '孩子们愿意照顾我，我不觉得难为情。',
    breathlessMedication: 'Unsure/Not important to me',
    noVisits: 'Life is not worth living',
    conditionImpact: 'Unsure/Not important to me',
    dontRecognise: 'Unsure/Not important to me',
    ivTherapy: 'Life is still worth living',
    cprStopBreathing: 'receive CPR regardless of expected quality of life',
    cprCatastrophic: 'only if minimum quality of life is expected',
    treatmentsSelected: [
      'artificial feeding tube into the stomach',
      'artificial feeding tube through the nose',
    ],
    treatmentsSelected_note: '先试一试中药和清淡的粥。',
    palliativeCare: 'expected in less than one year',
    terminalCondition: 'be told as much as possible',
    terminalCondition_note: '请用普通话告诉我，也请先告诉我儿子陈伟。',
    receiveCare: 'Other',
    other_receiveCare: '在养老院我自己的房间里，家人可以陪我过夜',
    customsAndTraditions: '我信佛。临终时请家人为我念佛，八小时内请不要移动我的身体。\n请准备素食。',
    explanations: '我一生操劳，只希望走的时候安安静静，家人都在身边。',
    otherCommentsOrWorries: '我担心孩子们意见不合。请听陈伟的。',
  };
}

/** Returns the answers given when a plan is signed. */
export async function signingAnswers(confirmName: string, hand: number): Promise<Answers> {
  return {
    completeAll: [
      'voluntary choices with no coercion',
      'considered current and future possible health states',
    ],
    confirmationAcknowledgement: 'believe I have capacity',
    confirmName,
    signatureImage: await drawnSignature(hand),
  };
}

/** Returns partial answers: steps 1 to 3, and five of the sixteen questions of step 4 with a note. */
export function halfAnswers(): { step1: Answers; step2: Answers; step3: Answers; step4: Answers } {
  return {
    step1: { firstName: 'George', lastName: 'Papadakis', hasHelp: 'No' },
    step2: { dob: '23/11/1951', gender: 'Male', postcode: '5000' },
    step3: {
      minimumQolList: [
        'Having independence',
        'Eating good food',
        'Being able to participate in cultural or religious activities',
      ],
    },
    step4: {
      cannotHear: 'Life is still worth living',
      cannotHear_note: 'My hearing is bad already, and I manage.',
      cannotSee: 'Unsure/Not important to me',
      cannotTalk: 'Unsure/Not important to me',
      mildPainMedication: 'Life is still worth living',
      severePainMedication: 'Unsure/Not important to me',
    },
  };
}
