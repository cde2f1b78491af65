import type { Language } from '../../domain/i18n/texts.ts';

/** Names of the operator that are inserted into texts. */
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

/** Returns the names with their own Chinese form: those that are set, and our default if the English default is used too. */
export function chineseNames(given: Readonly<Record<string, string | undefined>>): Partial<Names> {
  return Object.fromEntries(
    Object.entries(variables).flatMap(([key, [variable, otherwise]]) => {
      const chinese =
        given[`${variable}_ZH`]?.trim() ?? (given[variable] === undefined ? otherwise : undefined);
      return chinese === undefined ? [] : [[key, chinese]];
    }),
  );
}

/** Returns the names for the texts of a language. A name without a Chinese form is the English one in Chinese texts too. */
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
