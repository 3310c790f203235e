/** Options of calls that belong to the page 修改账户. */
export const accountPage = { feature: 'user.account.settings' } as const

/** Calls that set up a second factor are open to users who must do so, whatever the firm has switched off. */
export const factorSetupOptions = {
  isAddition: true,
  isOpenBeforePasswordChange: true,
  inView: 'closed',
  ...accountPage,
} as const
