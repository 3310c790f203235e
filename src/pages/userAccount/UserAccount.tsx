import { useShell } from '../../layout/shell.ts'

export const UserAccount = () => {
  const { name, organizationName, mobileMasked } = useShell().self
  return (
    <p>
      {name} {organizationName} {mobileMasked}
    </p>
  )
}
