import type { Language } from '../../domain/i18n/texts.ts';

/** The operator's names that texts put in. */
type Names = {
  name: string;
  address: string;
  privacyOfficer: string;
  hostingPlace: string;
  paymentCompany: string;
  smsCompany: string;
  mailCompany: string;
  overseasCountries: string;
};

/** The variables of the names, and the default in Chinese if neither language is set. */
const variables = {
  name: ['COMPANY_NAME'],
  address: ['COMPANY_ADDRESS'],
  privacyOfficer: ['PRIVACY_OFFICER', '隐私专员'],
  hostingPlace: ['HOSTING_PLACE', '澳大利亚'],
  paymentCompany: ['PAYMENT_COMPANY'],
  smsCompany: ['SMS_COMPANY', '我们的短信服务商'],
  mailCompany: ['MAIL_COMPANY', '我们的邮件服务商'],
  overseasCountries: ['OVERSEAS_COUNTRIES', '美国'],
} as const satisfies Record<keyof Names, readonly [variable: string, otherwise?: string]>;

/** Which names have Chinese words of their own: those that are set, and our own where the English ones are ours too. */
export function chineseNames(given: Readonly<Record<string, string | undefined>>): Partial<Names> {
  return Object.fromEntries(
    Object.entries(variables).flatMap(([key, [variable, otherwise]]) => {
      const chinese =
        given[`${variable}_ZH`]?.trim() ?? (given[variable] === undefined ? otherwise : undefined);
      return chinese === undefined ? [] : [[key, chinese]];
    }),
  );
}

/** The names as texts of a language put them in. Without Chinese words the English ones stand there too. */
export function operatorNames(company: Names & { zh: Partial<Names> }, language: Language) {
  const {
    name: companyName,
    address: companyAddress,
    ...rest
  } = { ...company, ...(language === 'zh' && company.zh) };
  const { privacyOfficer, hostingPlace, paymentCompany, smsCompany, mailCompany, overseasCountries } = rest;
  return {
    ...{ companyName, companyAddress, privacyOfficer, hostingPlace },
    ...{ paymentCompany, smsCompany, mailCompany, overseasCountries },
  };
}
