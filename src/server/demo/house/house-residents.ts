import { stepIds, type StepId } from '../../../domain/questionnaire/answers.ts';

const notAsking = ['checkout', 'step9', 'step9b'] as const satisfies StepId[];

/** A step with questions, before the signature. */
type AskingStep = Exclude<StepId, (typeof notAsking)[number]>;

const askingSteps = stepIds.filter(
  (step): step is AskingStep => !(notAsking as readonly StepId[]).includes(step),
);

/** The progress of a resident's plan. A step: every answer up to the end of that step, and not signed. */
export type ResidentPlan = 'none' | 'empty' | AskingStep | 'signed' | 'revised' | 'locked' | 'external';

export type ResidentAccount = 'invited' | 'active' | 'suspended' | 'archived' | 'leaving';

/** A resident to create. Everything follows from the number, so that each machine has the same residents. */
export type Resident = {
  /** Counted from 0. Also determines the house, contacts, openings of the card and other details. */
  number: number;
  email: string;
  firstName: string;
  lastName: string;
  gender: 'Male' | 'Female' | 'Other';
  /** DD/MM/YYYY. */
  dob: string;
  postcode: string;
  phone: string;
  language: 'en' | 'zh';
  account: ResidentAccount;
  plan: ResidentPlan;
  /** Number of signed states of the plan. */
  versions: number;
  /** Absent for a person's own account; else the recorder of the plan (D-02). */
  accountOwner?: 'child' | 'spouse_or_partner' | 'sibling';
  /** Age in days of the account or of the invitation. */
  daysAgo: number;
};

type State = Pick<Resident, 'account' | 'plan'> & Partial<Pick<Resident, 'versions' | 'accountOwner'>>;

const times = (count: number, ...states: State[]): State[] =>
  Array.from({ length: count }, (_, at) => states[at % states.length]!);

const active = (plan: ResidentPlan, more: Partial<State> = {}): State => ({
  account: 'active',
  plan,
  ...more,
});

/** Every possible state of a customer and a plan, 80 in all. */
const states: readonly State[] = [
  ...times(8, { account: 'invited', plan: 'none' }),
  ...times(7, active('empty')),
  ...askingSteps.map((step) => active(step)),
  ...times(18, active('signed')),
  ...times(5, active('revised', { versions: 2 })),
  ...times(2, active('revised', { versions: 4 })),
  ...times(3, active('locked')),
  ...times(4, active('external')),
  ...times(4, active('signed', { accountOwner: 'child' }), active('signed', { accountOwner: 'sibling' })),
  ...times(2, active('step4', { accountOwner: 'spouse_or_partner' })),
  ...times(
    6,
    { account: 'suspended', plan: 'signed' },
    { account: 'suspended', plan: 'step3' },
    { account: 'suspended', plan: 'empty' },
  ),
  ...times(
    7,
    { account: 'archived', plan: 'signed' },
    { account: 'archived', plan: 'step5' },
    { account: 'archived', plan: 'locked' },
    { account: 'archived', plan: 'external' },
  ),
  ...times(
    6,
    { account: 'leaving', plan: 'signed' },
    { account: 'leaving', plan: 'step2' },
    { account: 'leaving', plan: 'revised', versions: 3 },
  ),
];

const women =
  'Dorothy Joan Betty Shirley Patricia Beryl Valma Heather Lorraine Noelene Maureen Giuseppina Eleni Thuy Rosalind Yvonne Pamela Judith Aroha Fatima'.split(
    ' ',
  );
const men =
  'Ronald Kevin Neville Desmond Colin Trevor Graeme Bruce Leonard Raymond Giovanni Stavros Minh Barry Clive Allan Douglas Murray Tane Yusuf'.split(
    ' ',
  );
const surnames =
  "Hargreaves Mitchell O'Brien Nguyen Kowalski Papadopoulos Rossi Campbell Fitzgerald Thompson McKenzie Lindqvist Abbott Walsh Bianchi Sutherland Kelly Tran Hussein Whittaker Jones Pettit Ferraro Doherty Vella Burgess Stevens Ashworth Katsaros Mulcahy".split(
    ' ',
  );
/** Family name, given name, and both in Latin letters for the address. */
const chinese = [
  '王 秀英 Wang Xiuying',
  '李 国强 Li Guoqiang',
  '张 桂兰 Zhang Guilan',
  '刘 建国 Liu Jianguo',
  '陈 玉珍 Chen Yuzhen',
  '杨 德明 Yang Deming',
  '黄 淑芬 Huang Shufen',
  '周 文华 Zhou Wenhua',
  '吴 美玲 Wu Meiling',
  '欧阳 志远 Ouyang Zhiyuan',
].map((line) => line.split(' ') as [string, string, string, string]);

const postcodes = ['3280', '3150', '3000', '2010', '4101', '5000', '6050', '7000', '0810', '2600'];

/** Distributes the items of a list, so that a pair is not repeated soon. */
const nth = <Item>(list: readonly Item[], number: number): Item => list[number % list.length]!;

const two = (value: number) => String(value).padStart(2, '0');

type Named = Pick<Resident, 'firstName' | 'lastName' | 'gender' | 'language'> & { latin: string };

function nameOf(number: number): Named {
  if (number % 8 === 5) {
    const at = (number - 5) / 8;
    const [lastName, firstName, latinFamily, latinGiven] = nth(chinese, at);
    const gender = at % 2 === 0 ? 'Female' : 'Male';
    return { firstName, lastName, gender, language: 'zh', latin: `${latinGiven}.${latinFamily}` };
  }
  const gender = number % 39 === 7 ? 'Other' : number % 5 < 3 ? 'Female' : 'Male';
  const firstName = nth(gender === 'Male' ? men : women, number * 3 + Math.floor(number / 20));
  const lastName = nth(surnames, number * 7 + Math.floor(number / 30));
  return { firstName, lastName, gender, language: 'en', latin: `${firstName}.${lastName}` };
}

function residentOf(state: State, number: number): Resident {
  const { latin, ...name } = nameOf(number);
  const born = 1925 + ((number * 11) % 38);
  return {
    versions: ['signed', 'locked'].includes(state.plan) ? 1 : 0,
    ...state,
    ...name,
    number,
    email: `${latin.toLowerCase().replace(/[^a-z.]/g, '')}.${number + 1}@banksia.demo.example`,
    dob: `${two(1 + ((number * 13) % 28))}/${two(1 + ((number * 5) % 12))}/${born}`,
    postcode: nth(postcodes, number),
    // Numbers reserved for fiction: 0491 570 006 and 156 to 159.
    phone: `0491 570 ${nth(['006', '156', '157', '158', '159'], number)}`,
    daysAgo: state.account === 'invited' ? 2 + number * 6 : 20 + ((number * 37) % 520),
  };
}

/** The residents of the demo house. */
export const residents: readonly Resident[] = states.map(residentOf);
