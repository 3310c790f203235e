export const HeldMandates = () => null
