import type { PlainTextKey, VoicedTextKey } from '../../i18n/texts.ts';

/**
 * One option of a question. `value` is stored, exactly as the source spells it; `id` names it in text keys and code.
 * `onBehalfLabel` replaces `label` when another person records the care wishes; `shortLabel` is for lists within a sentence;
 * `rowLabel` is for a reader of the plan. An exclusive option cannot be combined: it and the others untick each other.
 */
export type Option = {
  id: string;
  value: string;
  label: PlainTextKey;
  onBehalfLabel?: VoicedTextKey;
  shortLabel?: PlainTextKey;
  rowLabel?: PlainTextKey;
  onBehalfRowLabel?: VoicedTextKey;
  exclusive?: true;
};

type OptionSpelling = readonly [id: string, value: string];

/**
 * Returns the options of a question from their ids and stored values, with the texts `<prefix>.option.<id>`; `checkDefinition`
 * checks that these exist.
 */
export function options(
  prefix: string,
  spellings: readonly OptionSpelling[],
  onBehalf?: { prefix: string; ids: string[] },
): Option[] {
  return spellings.map(([id, value]) => ({
    id,
    value,
    label: `${prefix}.option.${id}` as PlainTextKey,
    ...(onBehalf?.ids.includes(id) && {
      onBehalfLabel: `onBehalf.${onBehalf.prefix}.option.${id}` as PlainTextKey,
    }),
  }));
}

/** Returns options whose labels all differ when another person records the care wishes. */
export function personalOptions(
  prefix: string,
  spellings: readonly OptionSpelling[],
  onBehalfPrefix = prefix,
): Option[] {
  return options(prefix, spellings, { prefix: onBehalfPrefix, ids: spellings.map(([id]) => id) });
}

export const qualityOfLifeOptions = options(
  'minimumQolList',
  [
    ['speak', 'Being able to speak and communicate with others'],
    ['independence', 'Having independence'],
    ['family', 'Having my family around me'],
    ['learning', 'Learning'],
    ['moving', 'Moving or stretching my body'],
    ['money', 'Having enough money for the things I need'],
    ['friends', 'Having my friends around me'],
    ['food', 'Eating good food'],
    ['computer', 'Using a computer'],
    ['culture', 'Being able to participate in cultural or religious activities'],
    ['painFree', 'Being pain free, or without too much pain'],
    ['sleep', 'Sleeping well'],
    ['timeAlone', 'Having time alone'],
    ['visiting', 'Visiting other places'],
    ['laugh', 'Having a laugh'],
    ['other', 'Other'],
  ],
  { prefix: 'minimumQolList', ids: ['family', 'moving', 'money', 'friends'] },
).map((option) =>
  option.id === 'other'
    ? option
    : { ...option, shortLabel: `emergency.qol.short.${option.id}` as PlainTextKey },
);

export const healthOptions = options(
  'step4',
  [
    ['notWorthLiving', 'Life is not worth living'],
    ['unsure', 'Unsure/Not important to me'],
    ['stillWorthLiving', 'Life is still worth living'],
  ],
  { prefix: 'step4', ids: ['unsure'] },
);

const cprSpellings: OptionSpelling[] = [
  ['regardless', 'receive CPR regardless of expected quality of life'],
  ['onlyIfMinimum', 'only if minimum quality of life is expected'],
  ['doNotWant', 'do not want CPR'],
];

export const treatmentOptions: Option[] = personalOptions('treatmentsSelected', [
  ['breathingMachine', 'Breathing Machine'],
  ['stomachTube', 'artificial feeding tube into the stomach'],
  ['noseTube', 'artificial feeding tube through the nose'],
  ['kidneyMachine', 'Kidney Machine'],
  ['bloodTransfusions', 'Blood transfusions'],
  ['operations', 'Operations'],
  ['intravenousAntibiotics', 'in-hospital intravenous antibiotic therapy'],
  ['none', 'None of these'],
]).map((option) =>
  option.id === 'none'
    ? { ...option, exclusive: true }
    : { ...option, shortLabel: `treatmentsSelected.short.${option.id}` as PlainTextKey },
);

const helpRowLabels = {
  yes: { rowLabel: 'common.yes' },
  no: { rowLabel: 'review.noHelper', onBehalfRowLabel: 'onBehalf.review.noHelper' },
} as const;

export const helpOptions: Option[] = options('hasHelp', [
  ['yes', 'Yes'],
  ['no', 'No'],
]).map((option) => ({ ...option, ...helpRowLabels[option.id as 'yes' | 'no'] }));

export const completeAllOptions = personalOptions('completeAll', [
  ['voluntary', 'voluntary choices with no coercion'],
  ['consideredStates', 'considered current and future possible health states'],
]);

export const acknowledgementOptions = personalOptions('confirmationAcknowledgement', [
  ['believeCapacity', 'believe I have capacity'],
  ['capacityAssessed', 'capacity assessed and documented by my GP in the last 12 months'],
]);

export const cprStopBreathingOptions = personalOptions('cprStopBreathing', cprSpellings, 'cpr');

export const cprCatastrophicOptions = personalOptions('cprCatastrophic', cprSpellings, 'cpr');
