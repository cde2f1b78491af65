import { dateOfIso } from '../../../../domain/fields.ts';
import { fullName } from '../../../../domain/names.ts';
import { useText } from '../../../app/texts.tsx';
import { Icon } from '../../../ui/drawings/icon.tsx';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import css from '../integrations.module.css';
import type { Candidate, Resident } from '../residents-api.ts';

const plain = (name: string) =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{P}]+/gu, ' ')
    .trim();

/** A resident and a customer beside each other: name, date of birth, and whether the Medicare numbers are the same. */
export function Compared({ resident, customer }: { resident: Resident; customer: Candidate }) {
  const t = useText();
  const born = (date: string | null) => (date === null ? t('integrations.link.unknown') : dateOfIso(date));
  const [one, other] = [fullName(resident), fullName(customer)];
  const { medicare_same: same } = customer;
  return (
    <>
      <table className={css.compared}>
        <caption className="vh">{t('integrations.link.body')}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="vh">{t('integrations.residents.col.match')}</span>
            </th>
            <th scope="col">{t('integrations.link.resident')}</th>
            <th scope="col">{t('integrations.link.customer')}</th>
          </tr>
        </thead>
        <tbody>
          <Pair
            label={t('integrations.link.name')}
            values={[one, other]}
            differs={plain(one) !== plain(other)}
          />
          <Pair
            label={t('integrations.residents.col.born')}
            values={[born(resident.birth_date), born(customer.birth_date)]}
            differs={resident.birth_date !== customer.birth_date}
          />
          <tr>
            <th scope="row">{t('integrations.link.medicare')}</th>
            <td colSpan={2} data-differs={same === true ? undefined : ''}>
              {same === true ? (
                t('integrations.link.medicareSame')
              ) : (
                <Differs>
                  {t(
                    same === false
                      ? 'integrations.link.medicareDiffers'
                      : 'integrations.link.medicareMissing',
                  )}
                </Differs>
              )}
            </td>
          </tr>
        </tbody>
      </table>
      <p className="small quiet">{t('integrations.link.medicareHidden')}</p>
    </>
  );
}

function Pair({ label, values, differs }: { label: string; values: [string, string]; differs: boolean }) {
  const t = useText();
  const [resident, customer] = values;
  const none = t('integrations.link.unknown');
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>
        <OwnWords>{resident || none}</OwnWords>
      </td>
      <td data-differs={differs ? '' : undefined}>
        <OwnWords>{customer || none}</OwnWords>
        {differs && <Differs>{t('integrations.link.differs')}</Differs>}
      </td>
    </tr>
  );
}

function Differs({ children }: { children: string }) {
  return (
    <span className={css.differs}>
      <Icon name="circle-alert" small />
      {children}
    </span>
  );
}
