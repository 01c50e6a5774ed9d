import Box from '@mui/material/Box'
import { useResourceContext, useTranslateLabel } from 'ra-core'
import { type ProfileToggle, toggleProblem } from '../../../../domain/users/profile-rules.ts'
import { useMe } from '../../../api/session/identity.ts'
import { useMay } from '../../../api/session/use-may.ts'
import { ToggleSwitch } from '../../../kit/display/ToggleSwitch.tsx'
import { useToggle } from '../../../kit/list/use-toggle.ts'
import { editorOf, type ProfileRecord } from './profile-record.ts'

// Four of them stand one above the other on a phone: a finger must not meet two.
const SWITCH_PLACE = { display: 'inline-flex', alignItems: 'center', minHeight: { xs: 48, sm: 0 } }

/** One of the four switches of a profile's row; where it may not be switched it says why. */
export const ProfileSwitch = ({ profile, source }: { profile: ProfileRecord; source: ProfileToggle }) => {
  const resource = useResourceContext() ?? ''
  const { data: me } = useMe()
  const mayModify = useMay('modify', resource)
  const toggle = useToggle(source)
  const label = useTranslateLabel()({ source, resource })
  const problem = me === undefined ? undefined : toggleProblem(editorOf(me), profile, source)
  return (
    <Box component="span" title={problem} sx={SWITCH_PLACE}>
      <ToggleSwitch
        checked={profile[source]}
        label={`${typeof label === 'string' ? label : source}: ${profile.name}`}
        disabled={!mayModify || me === undefined || problem !== undefined}
        onToggle={(value) => toggle(profile, value)}
      />
    </Box>
  )
}
