/** Vite joins the imported style sheets. */
declare module "*.css";
