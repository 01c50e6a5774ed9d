import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useNotify } from 'react-admin'
import { formatCount } from '../../../domain/format/text.ts'
import {
  FACTOR_MESSAGES,
  FACTOR_NAMES,
  type FactorKind,
  RECOVERY_CODES,
} from '../../../domain/sign-in/factor.ts'
import type { Factor, OwnFactors } from '../../../domain/sign-in/factor-endpoints.ts'
import { request } from '../../api/http.ts'
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx'
import { momentText } from '../../kit/display/dates.ts'
import { leaveDialog } from '../../kit/form/FormDialog.tsx'
import { EnrolDialog } from './EnrolDialog.tsx'
import { failureText, hasPasskeys } from './passkeys.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'

const KEY = ['own-factors']

const useOwnFactors = () => useQuery({ queryKey: KEY, queryFn: () => request('GET /api/me/factors') })

/** 'Segundo factor': the own factors and recovery codes (rules P11, P14). */
export const FactorsSection = () => {
  const { data: state, error } = useOwnFactors()
  const heading = useId()
  const [adding, setAdding] = useState<FactorKind>()
  const [codes, setCodes] = useState<readonly string[]>()
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: KEY })
  const added = (recoveryCodes: readonly string[] | null): void => {
    setAdding(undefined)
    if (recoveryCodes !== null) setCodes(recoveryCodes)
    void refresh()
  }
  return (
    <Card component="section" aria-labelledby={heading} sx={{ px: 2.25, py: 2 }}>
      <Typography id={heading} variant="h2" sx={{ mb: 0.5 }}>
        Segundo factor
      </Typography>
      <Typography sx={{ color: 'text.secondary', mb: 1.5 }}>
        Además de la contraseña, al entrar se le pedirá un código de su teléfono o una llave de acceso.
      </Typography>
      {error === null ? null : <Alert severity="error">{error.message}</Alert>}
      {state === undefined && error === null ? (
        <Typography sx={{ color: 'text.secondary' }}>Cargando…</Typography>
      ) : null}
      {state === undefined ? null : (
        <>
          <FactorList state={state} onRemoved={refresh} />
          {state.notice === null ? null : (
            <Alert severity="info" sx={{ mb: 1.5 }}>
              {state.notice}
            </Alert>
          )}
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            {state.kinds
              .filter((kind) => kind === 'totp' || hasPasskeys())
              .map((kind) => (
                <Button key={kind} variant="outlined" onClick={() => setAdding(kind)}>
                  Agregar {FACTOR_NAMES[kind].toLowerCase()}
                </Button>
              ))}
          </Box>
          {state.factors.length === 0 ? null : (
            <RecoveryRow
              left={state.recoveryCodes}
              onRenewed={(renewed) => {
                setCodes(renewed)
                void refresh()
              }}
            />
          )}
        </>
      )}
      {adding === undefined ? null : (
        <EnrolDialog kind={adding} onAdded={added} onClose={() => setAdding(undefined)} />
      )}
      {codes === undefined ? null : (
        <CodesDialog
          codes={codes}
          onClose={() => {
            setCodes(undefined)
            leaveDialog()
          }}
        />
      )}
    </Card>
  )
}

/** The kind, unless the name says it, with the dates. */
const factorLines = ({ kind, name, dateCreate, lastUse }: Factor): string[] => [
  ...(name === FACTOR_NAMES[kind] ? [] : [FACTOR_NAMES[kind]]),
  `Desde el ${momentText(dateCreate)}`,
  lastUse === null ? 'Sin usar' : `Usada el ${momentText(lastUse)}`,
]

/** Without `onRemove`, it cannot be removed. */
const FactorRow = ({ factor, onRemove }: { factor: Factor; onRemove: (() => void) | undefined }) => (
  <Box
    component="li"
    sx={{
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: 2,
      py: 1.25,
      borderTop: 1,
      borderColor: 'divider',
    }}
  >
    <Box sx={{ minWidth: 0 }}>
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{factor.name}</Typography>
      <Box sx={{ color: 'text.secondary', fontSize: 13 }}>
        {factorLines(factor).map((line) => (
          <div key={line}>{line}</div>
        ))}
      </Box>
    </Box>
    {onRemove === undefined ? null : (
      <Button
        variant="outlined"
        color="error"
        aria-label={`Quitar ${factor.name}`}
        onClick={onRemove}
        sx={{ flexShrink: 0 }}
      >
        Quitar
      </Button>
    )}
  </Box>
)

const FactorList = ({ state, onRemoved }: { state: OwnFactors; onRemoved: () => void }) => {
  const [removing, setRemoving] = useState<Factor>()
  const [isBusy, setBusy] = useState(false)
  const notify = useNotify()
  const remove = async (): Promise<void> => {
    if (removing === undefined) return
    setBusy(true)
    try {
      await request('DELETE /api/me/factors/:id', { params: { id: removing._id } })
      notify('El segundo factor fue quitado.', { type: 'success' })
    } catch (error) {
      notify(failureText(error), { type: 'error' })
    } finally {
      setBusy(false)
      setRemoving(undefined)
      onRemoved()
      leaveDialog()
    }
  }
  const isLast = state.factors.length === 1
  const isFixed = isLast && state.isDemanded
  if (state.factors.length === 0)
    return (
      <Typography sx={{ mb: 1.5 }}>
        {state.isDemanded ? 'Su perfil exige uno: se le pedirá al entrar.' : 'No tiene un segundo factor.'}
      </Typography>
    )
  return (
    <>
      <Box
        component="ul"
        sx={{ listStyle: 'none', m: 0, mb: 1.5, p: 0, borderBottom: 1, borderColor: 'divider' }}
      >
        {state.factors.map((factor) => (
          <FactorRow
            key={factor._id}
            factor={factor}
            onRemove={isFixed ? undefined : () => setRemoving(factor)}
          />
        ))}
      </Box>
      {isFixed ? (
        <Typography sx={{ mb: 1.5, color: 'text.secondary' }}>{FACTOR_MESSAGES.lastDemanded}</Typography>
      ) : null}
      <ConfirmDialog
        open={removing !== undefined}
        title={`¿Seguro que desea quitar «${removing?.name ?? ''}»?`}
        confirmLabel="Quitar"
        danger
        busy={isBusy}
        onConfirm={remove}
        onClose={() => setRemoving(undefined)}
      >
        {isLast ? 'Entrará solo con su contraseña. Sus códigos de recuperación dejarán de servir.' : null}
      </ConfirmDialog>
    </>
  )
}

const RecoveryRow = ({
  left,
  onRenewed,
}: {
  left: number
  onRenewed: (codes: readonly string[]) => void
}) => {
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const notify = useNotify()
  const renew = async (): Promise<void> => {
    setBusy(true)
    try {
      onRenewed((await request('POST /api/me/factors/recovery-codes')).recoveryCodes)
    } catch (error) {
      notify(failureText(error), { type: 'error' })
    } finally {
      setBusy(false)
      setAsking(false)
    }
  }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: 2 }}>
      <Typography sx={{ flex: '1 1 220px' }}>
        Códigos de recuperación sin usar: {formatCount(left)} de {formatCount(RECOVERY_CODES)}
      </Typography>
      <Button variant="outlined" onClick={() => setAsking(true)}>
        Crear códigos nuevos
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="¿Seguro que desea crear códigos nuevos?"
        confirmLabel="Crear códigos"
        busy={isBusy}
        onConfirm={renew}
        onClose={() => setAsking(false)}
      >
        Los anteriores dejarán de servir.
      </ConfirmDialog>
    </Box>
  )
}

/** Closes only by its button, since the codes are not shown again. */
const CodesDialog = ({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) => {
  const heading = useId()
  return (
    <Dialog open maxWidth="xs" fullWidth aria-labelledby={heading}>
      <DialogTitle id={heading}>Códigos de recuperación</DialogTitle>
      <DialogContent>
        <RecoveryCodes codes={codes} />
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button variant="contained" onClick={onClose}>
          Ya los guardé
        </Button>
      </DialogActions>
    </Dialog>
  )
}
