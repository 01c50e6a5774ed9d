import { useFormContext, useWatch } from 'react-hook-form'
import { profileLabel } from '../../../domain/access/permissions.ts'
import { generatePassword } from '../../../domain/users/suggestions.ts'
import { USER_MESSAGES } from '../../../domain/users/user-messages.ts'
import { FormSection, Span } from '../../kit/form/FormSection.tsx'
import { PasswordInput, SelectInput, SwitchInput, TextInput } from '../../kit/inputs/inputs.tsx'
import { accessHelp, type Choice, useProfiles } from './lookups.ts'
import { PasswordStrength } from './PasswordStrength.tsx'
import { fillRandom } from './suggestions.ts'

interface UserFormProps {
  profiles: readonly Choice[]
  platforms: readonly Choice[]
  /** Hidden from agents (rule U6). */
  shows: { tvList: boolean; platform: boolean }
  /** Disables the profile. */
  isProfileFixed?: boolean
  /** Disables all fields. */
  isReadOnly?: boolean
  /** The current user's own record: password and status cannot be changed here. */
  isSelf?: boolean
  passwordHelp?: string
}

const ON_OFF = ['enable', 'disable'] as const

/** Strength is only shown for profiles with web access: viewers' passwords are typed with a remote control. */
const StaffStrength = () => {
  const { data: profiles = [] } = useProfiles()
  const [profile, password] = useWatch({ name: ['profile', 'password'] })
  const isStaff = profiles.some(({ id, accessWeb }) => id === profile && accessWeb)
  return isStaff && typeof password === 'string' ? <PasswordStrength password={password} /> : null
}

/** Generates a password for the form's profile. */
const useGenerate = (): (() => string) => {
  const { data: profiles = [] } = useProfiles()
  const { getValues } = useFormContext()
  return () => {
    const profile: unknown = getValues('profile')
    const accessWeb = profiles.find(({ id }) => id === profile)?.accessWeb ?? false
    return generatePassword(fillRandom, { accessWeb })
  }
}

const Account = (props: UserFormProps) => {
  const { profiles, platforms, shows, isProfileFixed = false, isReadOnly = false, isSelf = false } = props
  const generate = useGenerate()
  const { data: allProfiles = [] } = useProfiles()
  const profile: unknown = useWatch({ name: 'profile' })
  return (
    <FormSection title="Cuenta">
      <Span of={6}>
        <TextInput source="name" disabled={isReadOnly} />
      </Span>
      {isReadOnly ? null : (
        <Span of={6}>
          <PasswordInput
            source="password"
            generate={generate}
            disabled={isSelf}
            help={isSelf ? USER_MESSAGES.ownPassword : (props.passwordHelp ?? '')}
          />
          <StaffStrength />
        </Span>
      )}
      <Span of={6}>
        <SelectInput
          source="profile"
          choices={profiles.map(({ id, name }) => ({ id, name: profileLabel(name) }))}
          emptyValue=""
          disabled={isReadOnly || isProfileFixed || isSelf}
          help={accessHelp(allProfiles, profile)}
        />
      </Span>
      {shows.platform ? (
        <Span of={6}>
          <SelectInput
            source="platform"
            label="App Origen"
            choices={platforms}
            emptyValue=""
            disabled={isReadOnly}
          />
        </Span>
      ) : null}
      <Span of={6}>
        <SwitchInput
          source="status"
          label="Usuario activo"
          values={ON_OFF}
          disabled={isReadOnly || isSelf}
          help={isSelf ? USER_MESSAGES.disableSelf : ''}
        />
      </Span>
      {shows.tvList ? (
        <Span of={6}>
          <SwitchInput source="useTvList" disabled={isReadOnly} />
        </Span>
      ) : null}
    </FormSection>
  )
}

const PersonalData = ({ isReadOnly = false }: Pick<UserFormProps, 'isReadOnly'>) => (
  <FormSection title="Datos personales">
    <Span of={6}>
      <TextInput source="fullName" disabled={isReadOnly} />
    </Span>
    <Span of={6}>
      <TextInput source="email" type="email" disabled={isReadOnly} />
    </Span>
    <Span of={12}>
      <TextInput source="address" disabled={isReadOnly} />
    </Span>
    <Span of={6}>
      <TextInput source="telePhone" type="tel" disabled={isReadOnly} />
    </Span>
    <Span of={6}>
      <TextInput source="celPhone" type="tel" disabled={isReadOnly} />
    </Span>
    <Span of={12}>
      <TextInput source="comment" rows={3} disabled={isReadOnly} />
    </Span>
    <Span of={12}>
      <SwitchInput source="mailNotify" disabled={isReadOnly} />
    </Span>
  </FormSection>
)

export const UserForm = (props: UserFormProps) => (
  <>
    <Account {...props} />
    <PersonalData isReadOnly={props.isReadOnly ?? false} />
  </>
)
