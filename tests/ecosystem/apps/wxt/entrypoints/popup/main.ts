import "../../panel";
