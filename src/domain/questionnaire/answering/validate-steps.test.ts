import { describe, expect, it } from 'vitest';
import { healthKeys, type StepId } from '../answers.ts';
import { completeAnswers, signaturePng } from '../answers.fixture.ts';
import { drafts, today } from './validate.fixture.ts';
import { stepProblems } from './validate.ts';

/** Returns the messages of a step for a valid plan with some answers changed, as 'field: message'. */
function messages(step: StepId, change: Record<string, unknown>): string[] {
  const problems = stepProblems(step, { ...completeAnswers(), ...change }, { today });
  return problems.map(({ field, message }) => `${field}: ${message}`);
}

describe('step 1', () => {
  it('requires a first name of letters and spaces [QSTEP1-04]', () => {
    expect(messages('step1', { firstName: ' ' })).toEqual(['firstName: firstName.error.required']);
    for (const firstName of ['R2D2', 'Anne-Marie', "D'Arcy"]) {
      expect(messages('step1', { firstName })).toEqual(['firstName: firstName.error.letters']);
    }
    for (const firstName of ['Anne Marie', 'Zoë', '小明', 'שרה'])
      expect(messages('step1', { firstName })).toEqual([]);
  });

  it('requires a last name without digits [QSTEP1-05]', () => {
    expect(messages('step1', { lastName: undefined })).toEqual(['lastName: lastName.error.required']);
    expect(messages('step1', { lastName: 'Smith 3rd' })).toEqual(['lastName: lastName.error.noDigits']);
    expect(messages('step1', { lastName: "O'Brien-Smith Jr." })).toEqual([]);
  });

  it('requires an answer about help [QSTEP1-02] [QSTEP1-06]', () => {
    expect(messages('step1', { hasHelp: '' })).toEqual(['hasHelp: hasHelp.error.required']);
    expect(messages('step1', { hasHelp: 'yes' })).toEqual(['hasHelp: error.general_error']);
  });

  it('requires the name of the helper, without digits, if there is help [QSTEP1-03] [QSTEP1-07]', () => {
    expect(messages('step1', { hasHelp: 'Yes' })).toEqual(['helperName: helperName.error.required']);
    expect(messages('step1', { hasHelp: 'Yes', helperName: 'Tom 2' })).toEqual([
      'helperName: helperName.error.noDigits',
    ]);
    expect(messages('step1', { hasHelp: 'Yes', helperName: 'Tom' })).toEqual([]);
  });

  it('does not check the name of a helper if there is no help [QSTEP1-08]', () => {
    expect(messages('step1', { hasHelp: 'No', helperName: 'Tom 2' })).toEqual([]);
  });
});

describe('step 2', () => {
  it('requires a date of birth written DD/MM/YYYY [QSTEP2-03]', () => {
    expect(messages('step2', { dob: '' })).toEqual(['dob: dob.error.required']);
    expect(messages('step2', { dob: '1948-05-04' })).toEqual(['dob: dob.error.format']);
    expect(messages('step2', { dob: '31/02/1948' })).toEqual(['dob: dob.error.notReal']);
  });

  it('requires a date of birth from 01/01/1915 to today in Melbourne [QSTEP2-04] [QSTEP2-05]', () => {
    expect(messages('step2', { dob: '22/11/2026' })).toEqual(['dob: dob.error.future']);
    expect(messages('step2', { dob: '31/12/1914' })).toEqual(['dob: dob.error.tooEarly']);
    for (const dob of ['21/11/2026', '01/01/1915']) expect(messages('step2', { dob })).toEqual([]);
  });

  it('requires one of the three genders [QSTEP2-02] [QSTEP2-06]', () => {
    expect(messages('step2', { gender: undefined })).toEqual(['gender: gender.error.required']);
    expect(messages('step2', { gender: 'male' })).toEqual(['gender: error.general_error']);
    for (const gender of ['Male', 'Female', 'Other']) expect(messages('step2', { gender })).toEqual([]);
  });

  it('requires a postcode of exactly four digits [QSTEP2-07]', () => {
    expect(messages('step2', { postcode: '' })).toEqual(['postcode: postcode.error.required']);
    expect(messages('step2', { postcode: '32B0' })).toEqual(['postcode: postcode.error.digits']);
    expect(messages('step2', { postcode: '328' })).toEqual(['postcode: postcode.error.length']);
    expect(messages('step2', { postcode: '32800' })).toEqual(['postcode: postcode.error.length']);
  });
});

describe('step 3', () => {
  it('requires at least one item [QSTEP3-01] [QSTEP3-03]', () => {
    for (const minimumQolList of [[], undefined]) {
      expect(messages('step3', { minimumQolList })).toEqual([
        'minimumQolList: minimumQolList.error.required',
      ]);
    }
  });

  it('requires the words of Other, only if Other is ticked [QSTEP3-04]', () => {
    expect(messages('step3', { minimumQolList: ['Other'] })).toEqual([
      'other_qolList: other_qolList.error.required',
    ]);
    expect(messages('step3', { minimumQolList: ['Other'], other_qolList: ' ' })).toEqual([
      'other_qolList: other_qolList.error.required',
    ]);
    expect(messages('step3', { minimumQolList: ['Other'], other_qolList: 'My dog' })).toEqual([]);
    expect(messages('step3', { minimumQolList: ['Learning'] })).toEqual([]);
  });
});

describe('step 4', () => {
  it('requires all sixteen answers, and says which question has none [QSTEP4-08]', () => {
    const problems = stepProblems('step4', {}, { today });
    expect(problems).toHaveLength(16);
    expect(problems.map(({ field }) => field)).toEqual([...healthKeys]);
    for (const [index, { message, params }] of problems.entries()) {
      expect({ message, params }).toEqual({ message: 'step4.error.required', params: { n: index + 2 } });
    }
    for (const key of healthKeys)
      expect(messages('step4', { [key]: '' })).toEqual([`${key}: step4.error.required`]);
  });

  it('accepts the three answers as spelled and nothing else [QSTEP4-04]', () => {
    expect(messages('step4', { cannotSee: 'Unsure/Not important to me' })).toEqual([]);
    expect(messages('step4', { cannotSee: 'life is not worth living' })).toEqual([
      'cannotSee: error.general_error',
    ]);
  });

  it('requires no note, and accepts one of up to 2000 characters [QSTEP4-05] [QSTEP4-09]', () => {
    expect(messages('step4', { cannotSee_note: '' })).toEqual([]);
    expect(messages('step4', { cannotSee_note: '王'.repeat(2000) })).toEqual([]);
    expect(messages('step4', { cannotSee_note: 'a'.repeat(2001) })).toEqual([
      'cannotSee_note: errors.tooLong',
    ]);
  });
});

describe('step 5', () => {
  it('requires both answers about CPR [QSTEP5-06] [QSTEP5-07]', () => {
    expect(messages('step5', { cprStopBreathing: '' })).toEqual([
      'cprStopBreathing: cprStopBreathing.error.required',
    ]);
    expect(messages('step5', { cprCatastrophic: undefined })).toEqual([
      'cprCatastrophic: cprCatastrophic.error.required',
    ]);
  });

  it('requires a choice of treatments; refusing none is one [QSTEP5-08]', () => {
    expect(messages('step5', { treatmentsSelected: [] })).toEqual([
      'treatmentsSelected: treatmentsSelected.error.required',
    ]);
    expect(messages('step5', { treatmentsSelected: ['None of these'] })).toEqual([]);
    expect(messages('step5', { treatmentsSelected: ['Operations', 'Kidney Machine'] })).toEqual([]);
  });

  it('refuses None of these beside a treatment, finished or not [QSTEP5-08]', () => {
    const treatmentsSelected = ['Operations', 'None of these'];
    const problem = 'treatmentsSelected: treatmentsSelected.error.noneWithOthers';
    expect(messages('step5', { treatmentsSelected })).toEqual([problem]);
    expect(drafts({ treatmentsSelected })).toEqual([problem]);
  });
});

describe('step 6b', () => {
  it('requires all three answers [QSTEP6B-06] [QSTEP6B-07] [QSTEP6B-08]', () => {
    for (const key of ['palliativeCare', 'terminalCondition', 'receiveCare']) {
      expect(messages('step6b', { [key]: '' })).toEqual([`${key}: ${key}.error.required`]);
    }
  });

  it('requires the place of Other, only if Other is chosen [QSTEP6B-09]', () => {
    expect(messages('step6b', { receiveCare: 'Other' })).toEqual([
      'other_receiveCare: other_receiveCare.error.required',
    ]);
    expect(messages('step6b', { receiveCare: 'Other', other_receiveCare: 'By the sea' })).toEqual([]);
    expect(messages('step6b', { receiveCare: 'at home', other_receiveCare: '' })).toEqual([]);
  });
});

it('step 7 requires nothing, and accepts up to 10,000 characters in each of its three texts [QSTEP7-02] [QSTEP7-03]', () => {
  expect(messages('step7', {})).toEqual([]);
  for (const key of ['customsAndTraditions', 'explanations', 'otherCommentsOrWorries']) {
    expect(messages('step7', { [key]: `${'a'.repeat(9998)}\n!` })).toEqual([]);
    expect(messages('step7', { [key]: 'a'.repeat(10_001) })).toEqual([`${key}: errors.tooLong`]);
  }
});

describe('step 9', () => {
  it('requires at least one of the two boxes [QSTEP9-01] [QSTEP9-03]', () => {
    expect(messages('step9', { completeAll: [] })).toEqual(['completeAll: completeAll.error.required']);
    expect(
      messages('step9', { completeAll: ['considered current and future possible health states'] }),
    ).toEqual([]);
  });

  it('requires the acknowledgement and the name [QSTEP9-04] [QSTEP9-06]', () => {
    expect(messages('step9', { confirmationAcknowledgement: '' })).toEqual([
      'confirmationAcknowledgement: confirmationAcknowledgement.error.required',
    ]);
    expect(messages('step9', { confirmName: '' })).toEqual(['confirmName: confirmName.error.required']);
  });

  it('requires a name without digits [QSTEP9-07]', () => {
    expect(messages('step9', { confirmName: 'Margaret 2' })).toEqual([
      'confirmName: confirmName.error.noDigits',
    ]);
  });

  it('requires a signature, as PNG data URL of at most 500 kB [QSTEP9-12] [QSTEP9-13]', () => {
    expect(messages('step9', { signatureImage: '' })).toEqual([
      'signatureImage: signatureImage.error.required',
    ]);
    const wrong = [
      'x',
      'data:image/jpeg;base64,/9j/4AAQ',
      'data:image/svg+xml;base64,PHN2Zz4=',
      'data:image/png;base64,',
      'data:image/png;base64,PHN2Zz48L3N2Zz4=',
      `${signaturePng}"><script>`,
      `${signaturePng}\n`,
      signaturePng.slice('data:image/png;base64,'.length),
      `data:image/jpeg;base64,${signaturePng.slice('data:image/png;base64,'.length)}`,
      signaturePng.replace('iVBORw0KGgo', 'iVBORw0KGg!'),
      `${signaturePng.slice(0, -4)}!!!!`,
      signaturePng.slice(0, -3),
    ];
    for (const signatureImage of wrong) {
      expect(messages('step9', { signatureImage })).toEqual(['signatureImage: error.plan.signatureSave']);
    }
    const ofBytes = (bytes: number) =>
      `data:image/png;base64,iVBORw0KGg${'A'.repeat(Math.ceil(bytes / 3) * 4 - 10)}`;
    for (const bytes of [499_998, 500_001])
      expect(messages('step9', { signatureImage: ofBytes(bytes) })).toEqual([]);
    expect(messages('step9', { signatureImage: ofBytes(500_100) })).toEqual([
      'signatureImage: error.file_size_too_large',
    ]);
  });
});
