import { catalogue } from '../../../domain/i18n/catalogue.ts';
import type { Language } from '../../../domain/i18n/texts.ts';
import { translatorOf } from '../../../domain/i18n/translator.ts';
import { healthKeys, type Answers } from '../../../domain/questionnaire/answers.ts';
import { present, type Voice } from '../../../domain/questionnaire/reading/present.ts';
import { planDocument, type PlanDocument } from './plan-document.ts';
import type { PlanContact, PlanFacts } from './plan-facts.ts';

const healthValues = ['Life is still worth living', 'Unsure/Not important to me', 'Life is not worth living'];

/** Returns answers to every question, with notes, in one language. For tests and benchmarks. */
export function fullAnswers(language: Language): Answers {
  const english = language === 'en';
  return {
    firstName: english ? 'Margaret' : '美玲',
    lastName: english ? 'Citizen' : '陈',
    hasHelp: 'Yes',
    helperName: english ? 'Daniel Citizen' : '陈志明',
    dob: '04/05/1948',
    gender: 'Female',
    postcode: '3280',
    minimumQolList: [
      'Being able to speak and communicate with others',
      'Having my family around me',
      'Eating good food',
      'Being pain free, or without too much pain',
      'Having a laugh',
      'Other',
    ],
    other_qolList: english ? 'Sitting in my garden' : '坐在自己的花园里',
    ...Object.fromEntries(healthKeys.map((key, index) => [key, healthValues[(index * 7) % 3]])),
    cannotHear_note: english
      ? 'With my hearing aids I can still follow the grandchildren.'
      : '戴上助听器，我还能听懂孙子说话。',
    cannotSee_note: english ? 'I love talking books.' : '我喜欢听有声书。',
    dontRecognise_note: english
      ? 'If it came and went, I would still want visitors.'
      : '如果时好时坏，我还是希望有人来看我。',
    cprStopBreathing: 'only if minimum quality of life is expected',
    cprCatastrophic: 'do not want CPR',
    treatmentsSelected: ['Breathing Machine', 'Kidney Machine'],
    treatmentsSelected_note: english
      ? 'A short time on a breathing machine after an operation is fine.'
      : '手术后短时间用呼吸机可以。',
    palliativeCare: 'expected in less than six months',
    terminalCondition: 'be told as much as possible',
    terminalCondition_note: english ? 'Tell me with Daniel beside me.' : '告诉我时，请让志明在旁边。',
    receiveCare: 'at home',
    receiveCare_note: english
      ? 'If it is too hard for the family, the hospice is fine.'
      : '如果家里人太辛苦，去安宁病房也可以。',
    customsAndTraditions: english
      ? 'Please play the radio in the mornings.\nNo flowers with a strong smell.'
      : '早上请开收音机。\n请按佛教的方式念经，不要用味道很重的花。',
    explanations: english
      ? 'Of my list, talking with my family matters most.'
      : '清单里，和家人说话对我最要紧。',
    otherCommentsOrWorries: english ? 'I worry about the cat.' : '我担心猫没人照顾。',
    completeAll: [
      'voluntary choices with no coercion',
      'considered current and future possible health states',
    ],
    confirmationAcknowledgement: 'believe I have capacity',
    confirmName: english ? 'Margaret Citizen' : '陈美玲',
  };
}

const contactsOf = (language: Language): PlanContact[] =>
  language === 'en'
    ? [
        {
          name: 'Daniel Citizen',
          relationship: 'Son',
          phone: '0491 570 156',
          substitute: true,
          pending: false,
        },
        {
          name: 'Dr Priya Nair',
          relationship: 'GP',
          phone: '(03) 5550 0123',
          substitute: false,
          pending: false,
        },
      ]
    : [
        { name: '陈志明', relationship: '儿子', phone: '0491 570 156', substitute: true, pending: true },
        {
          name: '李医生',
          relationship: '家庭医生（GP）',
          phone: '(03) 5550 0123',
          substitute: false,
          pending: false,
        },
      ];

/**
 * Returns the facts of a full plan. `answers`, `voice` and the other fields can be replaced; the sections are derived from them.
 */
export function planFacts(
  language: Language,
  changes: Partial<Omit<PlanFacts, 'language' | 't'>> = {},
): PlanFacts {
  const t = translatorOf(language, catalogue[language]);
  const answers = changes.answers ?? fullAnswers(language);
  const voice: Voice = changes.voice ?? { kind: 'self' };
  return {
    language,
    t,
    sections: present(answers, { t, voice }),
    wordedAsSigned: false,
    careProvider: language === 'en' ? 'Wattle Grove Aged Care' : '金合欢养老院',
    contacts: contactsOf(language),
    signature: { png: null, typedName: answers.confirmName ?? '', name: answers.confirmName ?? '' },
    version: 3,
    signedOn: '2026-03-12',
    changedOn: '2026-04-02',
    downloadedOn: '2026-11-21',
    url: 'https://wattle.example/acp-login/3f9Kd0aXq7TzR2mVbN8sLw',
    ...changes,
    answers,
    voice,
  };
}

const inEnglish: Readonly<Record<string, string>> = { 儿子: 'Son' };

/** Returns the document of a plan that was signed in Chinese: in both languages, from the same answers. */
export function bilingualPlan(
  changes: Partial<Omit<PlanFacts, 'language' | 't'>> = {},
  lead: Language = 'zh',
): PlanDocument {
  const own = planFacts('zh', { paper: { signedIn: 'zh', oneLanguageOnly: false }, ...changes });
  const { contacts, signature, careProvider, paper } = own;
  const english = planFacts('en', {
    ...changes,
    answers: own.answers,
    signature,
    careProvider,
    ...(paper && { paper }),
    contacts:
      changes.contacts ??
      contacts.map((contact) => ({
        ...contact,
        relationship: inEnglish[contact.relationship] ?? contact.relationship,
      })),
  });
  return lead === 'zh' ? planDocument(own, english) : planDocument(english, own);
}

/** Returns a signature like those of the signature pad: dark strokes on a transparent ground. */
export async function drawnSignature(): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const stroke =
    'M20 110 C50 10 70 10 70 100 C70 40 110 10 115 105 C160 60 170 60 165 95 S220 110 300 60 S420 100 470 70';
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="500" height="150"><path d="${stroke}" fill="none" stroke="#1c2a5a" stroke-width="4"/></svg>`;
  return sharp(Buffer.from(drawing)).png().toBuffer();
}
