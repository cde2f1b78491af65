import { providerRoleIds } from '../../../../domain/staff/given-roles.ts';
import { permissionRoleNames } from '../../../../domain/staff/permission-roles.ts';
import { useText } from '../../../app/texts.tsx';
import { FormRadioCards } from '../../../forms/more-fields.tsx';

/** Permission role of a staff member: the roles that the caller may give, each with a sentence about it. */
export function RoleField({ given }: { given: readonly number[] }) {
  const t = useText();
  return (
    <FormRadioCards
      name="permission_role_id"
      label={t('users.form.role')}
      low
      required
      choices={providerRoleIds
        .filter((id) => given.includes(id))
        .map((id) => ({
          value: String(id),
          label: t(`users.role.${permissionRoleNames[id]}`),
          note: t(`users.role.${permissionRoleNames[id]}.note`),
        }))}
    />
  );
}
