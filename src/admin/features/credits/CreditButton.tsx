import Button from '@mui/material/Button'
import type { SyntheticEvent } from 'react'
import { useMe } from '../../api/session/identity.ts'
import type { UserRecord } from '../../api/user-record.ts'
import { mayCredit, useCreditDesk } from './credit-desk.ts'

/** 'Crédito': opens the credit dialog on a user; absent where nothing may be moved. */
export const CreditButton = ({ user, inRow = false }: { user: UserRecord; inRow?: boolean }) => {
  const { data: me } = useMe()
  const open = useCreditDesk()
  if (me === undefined || !mayCredit(me, user)) return null
  const press = (event: SyntheticEvent): void => {
    // The row under it opens the user's form.
    event.stopPropagation()
    open(user)
  }
  return (
    <Button
      variant="outlined"
      size={inRow ? 'small' : 'medium'}
      aria-label={inRow ? `Crédito: ${user.fullName}` : undefined}
      onClick={press}
      sx={inRow ? { minHeight: 28, py: 0, px: 1.25 } : undefined}
    >
      Crédito
    </Button>
  )
}
