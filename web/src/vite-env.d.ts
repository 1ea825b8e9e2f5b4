declare module "virtual:faces.css";
declare module "virtual:colors.css";
declare module "virtual:amplify.css";
