import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { Switch } from '../../kit/display/display.tsx'
import { COMMAND, Keys } from './Keys.tsx'
import { closeDialogs, useSingleKeys } from './Shortcuts.tsx'

interface Group {
  title: string
  /** Several key combinations are alternatives. */
  shortcuts: readonly (readonly [text: string, ...ways: readonly string[][]])[]
}

const GROUPS: readonly Group[] = [
  {
    title: 'En todas las pantallas',
    shortcuts: [
      ['Buscar en todo', [COMMAND, 'K'], ['/']],
      ['Ver estos atajos', ['?']],
    ],
  },
  {
    title: 'En una lista',
    shortcuts: [
      ['Ir a la fila siguiente o anterior', ['↓'], ['↑']],
      ['Abrir la fila', ['Entrar']],
      ['Escribir en la búsqueda', ['A – Z'], ['0 – 9']],
    ],
  },
  {
    title: 'En un formulario',
    shortcuts: [
      ['Guardar', [COMMAND, 'S']],
      ['Guardar y empezar uno nuevo', [COMMAND, 'Entrar']],
      ['Registro anterior de la lista', ['Alt', 'Re Pág']],
      ['Registro siguiente de la lista', ['Alt', 'Av Pág']],
    ],
  },
]

/** The list of shortcuts, and the option for single keys (WCAG 2.1.4). */
export const ShortcutsDialog = () => {
  const heading = useId()
  const [hasSingleKeys, setSingleKeys] = useSingleKeys()
  return (
    <Dialog
      open
      onClose={closeDialogs}
      maxWidth="sm"
      fullWidth
      aria-labelledby={heading}
      transitionDuration={0}
    >
      <DialogTitle id={heading}>Atajos de teclado</DialogTitle>
      <DialogContent>
        {GROUPS.map(({ title, shortcuts }) => (
          <Box key={title} component="section" sx={{ mb: 2.5 }}>
            <Typography variant="h3" sx={{ fontSize: 13, fontWeight: 700, color: 'text.secondary', mb: 0.5 }}>
              {title}
            </Typography>
            <Box component="dl" sx={{ m: 0 }}>
              {shortcuts.map(([text, ...ways]) => (
                <Box
                  key={text}
                  sx={{
                    display: 'flex',
                    alignItems: 'center',
                    justifyContent: 'space-between',
                    gap: 2,
                    py: 0.75,
                    borderBottom: 1,
                    borderColor: 'divider',
                  }}
                >
                  <dt>{text}</dt>
                  <Box component="dd" sx={{ m: 0, whiteSpace: 'nowrap' }}>
                    {ways.map((keys, index) => (
                      <span key={keys.join()}>
                        {index > 0 ? ' o ' : null}
                        <Keys keys={keys} />
                      </span>
                    ))}
                  </Box>
                </Box>
              ))}
            </Box>
          </Box>
        ))}
        <FormControlLabel
          sx={{ ml: 0, gap: 1 }}
          label="Usar los atajos de una sola tecla: /, ? y escribir en la búsqueda"
          control={
            <Switch checked={hasSingleKeys} onChange={({ target }) => setSingleKeys(target.checked)} />
          }
        />
        <Typography color="text.secondary" sx={{ fontSize: 13 }}>
          Desactívelos si escribe por voz o si los pulsa sin querer.
        </Typography>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button variant="outlined" autoFocus onClick={closeDialogs}>
          Cerrar
        </Button>
      </DialogActions>
    </Dialog>
  )
}
