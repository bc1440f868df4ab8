/** Style sheets are imported for what they do; Vite puts them into one. */
declare module "*.css";
