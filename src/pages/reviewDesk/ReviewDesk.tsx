export const ReviewDesk = () => null
